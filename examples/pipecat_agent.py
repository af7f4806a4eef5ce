"""A Pipecat pipeline whose LLM service is a running serve.py; text stands in for the audio.

    pip install pipecat-ai
    python examples/pipecat_agent.py                 # a call of two questions
    python examples/pipecat_agent.py "YOUR QUESTION"

In a phone agent, transport.input() and the STT service come before aggregators.user(); the TTS
service and transport.output() stand where Say stands here.
"""

import asyncio
import os
import sys

from loguru import logger
from pipecat.frames.frames import (
    EndFrame,
    LLMFullResponseEndFrame,
    LLMMessagesAppendFrame,
    LLMTextFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.workers.runner import WorkerRunner

URL = os.environ.get("VOICE_URL", "http://127.0.0.1:8000") + "/v1"
KEY = os.environ.get("VOICE_API_KEY", "none")  # on loopback any will do
CALL = ["UM WHAT TIME DO YOU OPEN ON SATURDAY", "AND WHAT ABOUT SUNDAY"]


class Say(FrameProcessor):
    """Stands where the TTS service would: prints each sentence as it comes."""

    def __init__(self):
        super().__init__()
        self.finished = asyncio.Event()

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, LLMTextFrame):
            print("  say:", frame.text.strip(), flush=True)
        if isinstance(frame, LLMFullResponseEndFrame):
            self.finished.set()
        await self.push_frame(frame, direction)


async def main():
    llm = OpenAILLMService(
        base_url=URL, api_key=KEY, settings=OpenAILLMService.Settings(model="voice-rag")
    )
    say, aggregators = Say(), LLMContextAggregatorPair(LLMContext())
    pipeline = Pipeline([aggregators.user(), llm, say, aggregators.assistant()])
    worker = PipelineWorker(pipeline)

    async def talk():
        for transcript in sys.argv[1:] or CALL:
            print("caller:", transcript)
            say.finished.clear()
            message = {"role": "user", "content": transcript}
            await worker.queue_frame(LLMMessagesAppendFrame([message], run_llm=True))
            await say.finished.wait()
        await worker.queue_frame(EndFrame())

    runner = WorkerRunner()
    await runner.add_workers(worker)
    await asyncio.gather(runner.run(), talk())


if __name__ == "__main__":
    logger.remove()
    logger.add(sys.stderr, level="WARNING")
    asyncio.run(main())
