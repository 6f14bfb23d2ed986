import { Sheet } from 'lucide-react';
import { useState } from 'react';
import { ApiError, request } from '../../../shared/api.js';
import { formatNumber } from '../../../shared/format.js';
import { saveText } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toast-store.js';
import { Button } from '../../../shared/ui/button.js';
import type { Known } from '../use-names.js';
import { texts } from '../texts.js';
import { csvOf, readForCsv } from './csv.js';

interface SaveCsvProps {
  readonly query: string;
  readonly known: Known;
}

/** Saves what the list shows for a spreadsheet; taking the log along asks for the password. */
export function SaveCsv({ query, known }: SaveCsvProps) {
  const [count, setCount] = useState<number>();
  const save = async () => {
    if (count !== undefined) return;
    setCount(0);
    try {
      await request('GET', '/api/step-up');
      const { events, names, isCut } = await readForCsv(query, setCount);
      const all = new Map([...known.names, ...names]);
      const actor = (id: string) => all.get(`user-${id}`) ?? known.actor(id);
      saveText('feusa-log.csv', csvOf(events, { names: all, actor }), 'text/csv');
      if (isCut) toast({ text: texts.csvNewest(formatNumber(events.length)) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'step-up')
        toast({
          tone: 'danger',
          text: texts.csvNotSaved(error instanceof ApiError ? error.detail : ''),
        });
    }
    setCount(undefined);
  };
  return (
    <Button icon={Sheet} aria-disabled={count !== undefined} onClick={() => void save()}>
      {count === undefined ? texts.saveCsv : texts.savingCsv(formatNumber(count))}
    </Button>
  );
}
