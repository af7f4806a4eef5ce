"""A LiveKit agent session whose LLM is a running serve.py; text stands in for the audio.

    pip install livekit-agents livekit-plugins-openai
    python examples/livekit_agent.py                 # a call of two questions
    python examples/livekit_agent.py "YOUR QUESTION"

In a phone agent, AgentSession also gets stt= and tts=, and session.start() the room. LiveKit asks
again after a silence of 10 seconds, so it is told to wait longer than a turn may take.
"""

import asyncio
import os
import sys

from livekit.agents import Agent, AgentSession, APIConnectOptions
from livekit.agents.voice.agent_session import SessionConnectOptions
from livekit.plugins.openai import LLM

URL = os.environ.get("VOICE_URL", "http://127.0.0.1:8000") + "/v1"
KEY = os.environ.get("VOICE_API_KEY", "none")  # on loopback any will do
CALL = ["UM WHAT TIME DO YOU OPEN ON SATURDAY", "AND WHAT ABOUT SUNDAY"]
PATIENCE = 15.0  # seconds; longer than the server's VOICE_DEADLINE


async def main():
    llm = LLM(model="voice-rag", base_url=URL, api_key=KEY)
    patient = SessionConnectOptions(llm_conn_options=APIConnectOptions(timeout=PATIENCE))
    async with AgentSession(llm=llm, conn_options=patient) as session:
        await session.start(Agent(instructions="The server has its own."))
        for transcript in sys.argv[1:] or CALL:
            print("caller:", transcript)
            result = await session.run(user_input=transcript)
            for event in result.events:
                if event.type == "message" and event.item.role == "assistant":
                    print("  say:", event.item.text_content, flush=True)
    await llm.aclose()


if __name__ == "__main__":
    asyncio.run(main())
