"""How the emulators are told what to do: a command a line to a Unix socket, each answered by a line."""
import asyncio
import os


async def listen(path, command):
    """Calls `command` with each line's words; what it gives back is the answer."""

    async def serve(reader, writer):
        while words := (await reader.readline()).decode().split():
            try:
                answer = await command(*words)
            except Exception as problem:
                answer = f"error {problem!r}"
            writer.write(f"{answer}\n".encode())
            await writer.drain()
        writer.close()

    if os.path.exists(path):
        os.unlink(path)
    await asyncio.start_unix_server(serve, path)
