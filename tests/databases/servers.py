"""Real database servers on loopback, each in a folder of its own, for as long as a test needs them."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "PATH": f"{os.environ['PATH']}:/usr/sbin"}  # where mariadbd is
USER = "reader"
PASSWORD = "a secret'word"
QUOTED = "'a secret''word'"


class Server(NamedTuple):
    """A running database."""

    kind: str
    url: str
    run: Callable[
        [str], str
    ]  # runs SQL as its owner, all in one session, and returns what it prints, a line for each row


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _owner(name: str) -> str:
    """Return who runs a server: a user of its own, since no server runs as root, or whoever runs the tests."""
    return name if os.geteuid() == 0 else getpass.getuser()


def _call(*command: str, text: str | None = None) -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")
    return done.stdout


@contextmanager
def _folder(owner: str) -> Iterator[Path]:
    """Give a folder that belongs to the server's user."""
    folder = Path(tempfile.mkdtemp(prefix="spark_cdc_"))
    shutil.chown(folder, owner)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql() -> Iterator[Server]:
    """Start PostgreSQL from Debian's package."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    port, owner = str(_free_port()), _owner("postgres")
    as_owner = ("runuser", "-u", owner, "--") if os.geteuid() == 0 else ()
    with _folder(owner) as folder:
        data, log = str(folder / "data"), str(folder / "log")
        settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c timezone=Asia/Kolkata"
        access = ("--auth-local=peer", "--auth-host=scram-sha-256")
        _call(*as_owner, str(programs / "initdb"), "-D", data, "--encoding=UTF8", "--locale=C.UTF-8", *access)
        control = (*as_owner, str(programs / "pg_ctl"), "-D", data, "-l", log)
        # Without files of its own, the server would hold the pipes of this process open.
        subprocess.run(
            (*control, "-w", "-o", settings, "start"), stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT
        )
        try:
            client = (*as_owner, *f"psql -h {folder} -p {port} -d postgres -qAtX -v ON_ERROR_STOP=1".split())
            server = Server(
                "postgresql", f"jdbc:postgresql://127.0.0.1:{port}/postgres", lambda sql: _call(*client, text=sql)
            )
            server.run(
                f"create schema app; create role {USER} login password {QUOTED}; grant usage on schema app to {USER};"
                f"alter default privileges in schema app grant select on tables to {USER};"
            )
            yield server
        finally:
            _call(*control, "-m", "immediate", "stop")


@contextmanager
def mariadb() -> Iterator[Server]:
    """Start MariaDB from Debian's package."""
    port, owner, me = str(_free_port()), _owner("mysql"), getpass.getuser()
    with _folder(owner) as folder:
        folder.chmod(0o755)  # this user's client uses the socket
        data, at = str(folder / "data"), str(folder / "socket")
        installed = ("--no-defaults", f"--user={owner}", f"--datadir={data}", "--skip-test-db")
        _call("mariadb-install-db", *installed, f"--auth-root-socket-user={me}")
        options = f"--socket={at} --pid-file={folder}/pid --log-error={folder}/log --port={port}".split()
        options += ["--bind-address=127.0.0.1", "--default-time-zone=+05:30", "--innodb-flush-log-at-trx-commit=0"]
        started = ("mariadbd", "--no-defaults", f"--user={owner}", f"--datadir={data}", *options)
        process = subprocess.Popen(started, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        try:
            client = f"mariadb --no-defaults -NBr --socket={at} --user={me} --default-character-set=utf8mb4".split()
            server = Server("mariadb", f"jdbc:mariadb://127.0.0.1:{port}/app", lambda sql: _call(*client, text=sql))
            _wait(server, process)
            server.run(
                f"create database app character set utf8mb4; create user {USER}@'127.0.0.1' identified by {QUOTED};"
                f"grant select on app.* to {USER}@'127.0.0.1';"
            )
            yield server
        finally:
            process.terminate()
            process.wait(timeout=60)


def _wait(server: Server, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers."""
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError(f"{server.kind} ended with {process.returncode}")
        try:
            server.run("select 1;")
            return
        except RuntimeError:
            time.sleep(0.2)
    raise RuntimeError(f"{server.kind} does not answer")
