from __future__ import annotations

import pytest

from server.harness import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    running.stop()
