/** The lines of an answer, each when it is there. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let open = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (open + part.value).split('\n');
    open = lines.pop() ?? '';
    yield* lines.filter(Boolean);
  }
  if (open) yield open;
}
