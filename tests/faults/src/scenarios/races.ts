import type { Sent, ClientCommand } from '../client/client-log.js';
import { uploadOnce } from '../client/upload.js';
import type { Harness } from '../harness.js';
import type { Scenario } from '../scenario.js';

/** Two people, each at a command service of their own, at the same time. */
async function bothAtOnce(
  harness: Harness,
  one: ClientCommand,
  other: ClientCommand,
): Promise<[Sent, Sent]> {
  const [first, second] = harness.product.commands;
  const [ann, bea] = harness.admins;
  const work = [
    () => harness.sender.at(first!.address).send(one, { as: ann! }),
    () => harness.sender.at(second!.address).send(other, { as: bea! }),
  ];
  if (harness.options.random.next() < 0.5) {
    const [later, sooner] = await Promise.all(work.toReversed().map((each) => each()));
    return [sooner!, later!];
  }
  const [sooner, later] = await Promise.all(work.map((each) => each()));
  return [sooner!, later!];
}

const samePerson: Scenario = {
  id: 'F28',
  name: 'two administrators change the same person at once',
  async run({ harness, load, report }) {
    const rounds = harness.rounds(30, 100);
    const { random } = harness.options;
    for (let round = 0; round < rounds; round++) {
      const person = load.company.person(random);
      const added = await harness.sender.send(
        { name: 'add-employee', body: person },
        { as: harness.admins[0]! },
      );
      const { id, version } = added.answer!;
      const change = (role: string): ClientCommand => ({
        name: 'update-employee',
        body: { id, version, ...person, role },
      });
      const both = await bothAtOnce(harness, change('Welder'), change('Driver'));
      const outcomes = both.map(({ outcome, code }) => code ?? outcome).sort();
      report.expect(outcomes.join() === 'acked,employee/changed', `told ${outcomes.join(' and ')}`);
    }
    report.fact(`${rounds} rounds`);
  },
};

const removedParent: Scenario = {
  id: 'F29',
  name: 'a folder is removed while something is put into it',
  async run({ harness, report }) {
    const rounds = harness.rounds(30, 100);
    let before = 0;
    for (let round = 0; round < rounds; round++) {
      const folder = await newFolder(harness, 'Doomed');
      const child = await childFor(harness, folder, round);
      const [removal, addition] = await bothAtOnce(
        harness,
        { name: 'remove-folder', body: { id: folder } },
        child,
      );
      report.expect(removal.outcome === 'acked', `the removal was ${removal.outcome}`);
      const isEarlier = Number(addition.answer?.position) < Number(removal.answer?.position);
      const isRefused = addition.code?.endsWith('not-found') ?? false;
      report.expect(isEarlier || isRefused, `${child.name}: ${addition.code ?? 'done too late'}`);
      if (isEarlier) before++;
    }
    report.fact(`${rounds} rounds, in ${before} the child came first`);
  },
};

async function newFolder({ sender, admins }: Harness, name: string): Promise<string> {
  const order = { name: 'add-folder', body: { name, parentId: null } } as const;
  return (await sender.send(order, { as: admins[0]! })).answer!.id;
}

async function childFor(harness: Harness, folder: string, round: number): Promise<ClientCommand> {
  if (round % 5 === 0) return { name: 'add-file', body: await uploaded(harness, folder) };
  if (round % 3 === 0) {
    const id = await newFolder(harness, 'Moved');
    return { name: 'move-folder', body: { id, parentId: folder } };
  }
  return round % 2 === 0
    ? { name: 'add-folder', body: { name: 'Child', parentId: folder } }
    : { name: 'add-link', body: { folderId: folder, name: 'Child', link: 'https://x.example' } };
}

async function uploaded({ sender, admins }: Harness, folderId: string) {
  const { status, headers } = await uploadOnce(sender.address, admins[1]!);
  if (status !== 201) throw new Error(`nothing was uploaded: ${status}`);
  return { folderId, uploadId: headers.get('location')!.split('/').at(-1) };
}

const sameAddress: Scenario = {
  id: 'F32',
  name: '50 registrations of one e-mail address at once',
  async run({ harness, report }) {
    const email = `Once-${Date.now()}@Feusa.example`;
    const forms = [email, email.toLowerCase(), email.toUpperCase(), ` ${email} `];
    const registrations = Array.from({ length: 50 }, (_, index) => {
      const { address } = harness.product.commands[index % 2]!;
      const form = forms[index % forms.length]!;
      const body = { email: form, password: 'brisk walnut harvest', teamPassword: 'green tractor' };
      return harness.sender
        .at(address)
        .send({ name: 'register-user', body }, { as: harness.admins[0]! });
    });
    const outcomes = (await Promise.all(registrations)).map(({ outcome, code }) => code ?? outcome);
    const accepted = outcomes.filter((each) => each === 'acked').length;
    const refused = outcomes.filter((each) => each === 'user/email-taken').length;
    report.expect(accepted === 1 && refused === 49, `${accepted} accepted, ${refused} refused`);
    report.fact(`${accepted} accepted, ${refused} refused`);
  },
};

export const raceScenarios = [samePerson, removedParent, sameAddress];
