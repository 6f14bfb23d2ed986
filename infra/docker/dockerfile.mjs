/** @typedef {{ word: string, rest: string }} Instruction */

/** The stages of a Dockerfile, each with its instructions in order. @returns {Instruction[][]} */
export const stagesOf = (text) => {
  const lines = text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'));
  const stages = [];
  for (const line of lines) {
    const [, word, rest] = /^(\w+)\s+(.*)$/.exec(line);
    if (word === 'FROM') stages.push([]);
    stages.at(-1)?.push({ word, rest });
  }
  return stages;
};

/** What follows an instruction's word, the last time it stands in the stage. */
export const last = (stage, word) => stage.findLast((each) => each.word === word)?.rest;

/** Commands of a stage's RUN steps, without the builder's own options. */
export const runsOf = (stage) =>
  stage.filter(({ word }) => word === 'RUN').map(({ rest }) => rest.replace(/^(--\S+\s+)*/, ''));

/** `NAME=value NAME=value` of a stage's ENV steps. */
export const variablesOf = (stage) =>
  Object.fromEntries(
    stage
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => rest.split(/\s+/).map((pair) => pair.split('='))),
  );
