"""One running copy of `core.wasm`: its memory, its functions, and the buffer through which texts and lists travel."""

import atexit
import struct
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any
from weakref import WeakSet

WASM = Path(__file__).with_name("core.wasm")


_living: "WeakSet[Instance]" = WeakSet()


@cache
def _compiled() -> tuple[Any, Any]:
    """The engine and the module, compiled once and remembered on disk where that can be done."""
    import wasmtime

    config = wasmtime.Config()
    try:
        config.cache = True
        engine = wasmtime.Engine(config)
    except wasmtime.WasmtimeError:
        # No home to remember it in: a bot behind its wall has none.
        engine = wasmtime.Engine()
    return engine, wasmtime.Module.from_file(engine, str(WASM))


@atexit.register
def _close() -> None:
    """While wasmtime is still there: what it made cannot go after it without complaining."""
    for instance in list(_living):
        instance.close()
    _compiled.cache_clear()


class Instance:
    """Functions of the core by name. `lock` is held from before the buffer is filled until it has been read."""

    def __init__(self) -> None:
        import wasmtime

        engine, module = _compiled()
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        self.lock = RLock()
        _living.add(self)
        self._store: Any = wasmtime.Store(engine)
        self._store.set_wasi(wasmtime.WasiConfig())
        self._exports: Any = linker.instantiate(self._store, module).exports(self._store)
        self._functions: dict[str, Any] = {}
        self._memory: Any = self._exports["memory"]
        self.call("_initialize")
        self._buffer = self.call("buffer")
        self.buffer_size: int = self.call("buffer_size")

    def close(self) -> None:
        """Let go of everything that wasmtime made."""
        self._functions.clear()
        self._exports = self._memory = self._store = None

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function of the core."""
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self._exports[name]
        return function(self._store, *arguments)

    def write(self, data: bytes, place: int | None = None) -> None:
        """Fill the buffer from its beginning, or another place of the memory."""
        self._memory.write(self._store, data, self._buffer if place is None else place)

    def read(self, length: int) -> bytes:
        """What the buffer begins with."""
        return bytes(self._memory.read(self._store, self._buffer, self._buffer + length))

    def text(self, name: str, *arguments: float) -> str:
        """What a function wrote into the buffer whose answer is a text's length."""
        with self.lock:
            return self.read(self.call(name, *arguments)).decode()

    def numbers(self, name: str, *arguments: float) -> list[int]:
        """What a function wrote into the buffer whose answer is how many numbers it were."""
        with self.lock:
            count = self.call(name, *arguments)
            return list(struct.unpack(f"<{count}i", self.read(4 * count)))

    def address(self, place: int) -> int:
        """Where in this process a place of the core's memory lies. It does not move as the memory grows."""
        import ctypes

        start = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value
        assert start is not None
        return start + place
