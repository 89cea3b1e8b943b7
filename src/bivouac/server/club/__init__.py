"""What people are to each other: ratings, words, care, tournaments."""
