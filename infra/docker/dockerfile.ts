export interface Instruction {
  /** `RUN`, `COPY` and so on. */
  readonly word: string;
  readonly rest: string;
}

export type Stage = readonly Instruction[];

/** The stages of a Dockerfile, each with its instructions in order. */
export const stagesOf = (text: string): Stage[] => {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (!word || rest === undefined) continue;
    if (word === 'FROM') stages.push([]);
    stages.at(-1)?.push({ word, rest });
  }
  return stages;
};

/** What follows an instruction's word, the last time it stands in the stage. @throws where it does not */
export const last = (stage: Stage, word: string): string => {
  const found = stage.findLast((each) => each.word === word);
  if (!found) throw new Error(`There is no ${word}.`);
  return found.rest;
};

/** The words of an instruction in the exec form. @throws for another form */
export const execOf = (stage: Stage, word: string): string[] =>
  JSON.parse(last(stage, word).replace(/^.*?(?=\[)/, '')) as string[];

/** Commands of a stage's RUN steps, without the builder's own options. */
export const runsOf = (stage: Stage): string[] =>
  stage.filter(({ word }) => word === 'RUN').map(({ rest }) => rest.replace(/^(--\S+\s+)*/, ''));

/** `NAME=value NAME=value` of a stage's ENV steps. */
export const variablesOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    stage
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => rest.split(/\s+/))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
