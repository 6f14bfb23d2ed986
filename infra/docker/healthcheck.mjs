/** Ends with 0 where the service in this container is ready. */
const address = `http://127.0.0.1:${process.env.PORT || 3000}/health/ready`;
const answer = await fetch(address, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
