"""The rules, one file for each chapter; flow.py draws them together."""
