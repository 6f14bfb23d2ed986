/** Texts to look for, in bytes and in texts of any language, whatever their case. */
export class SearchedValues {
  private readonly forms: readonly string[];
  private readonly longest: number;

  constructor(readonly values: readonly string[]) {
    const cases = values.flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()]);
    const bytes = cases.map((value) => plain(Buffer.from(value).toString('latin1')));
    this.forms = [...new Set([...cases.map(plain), ...bytes])];
    this.longest = Math.max(...this.forms.map((form) => form.length));
  }

  isIn(text: string | Buffer): boolean {
    const searched = plain(typeof text === 'string' ? text : text.toString('latin1'));
    return this.forms.some((form) => searched.includes(form));
  }

  /** Also where it lies across two chunks. */
  async isAmong(chunks: AsyncIterable<Buffer>): Promise<boolean> {
    let before: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const text = Buffer.concat([before, chunk]);
      if (this.isIn(text)) return true;
      before = text.subarray(-this.longest);
    }
    return false;
  }
}

/** Only letters of ASCII have one case in bytes. */
const plain = (text: string): string => text.replaceAll(/[A-Z]+/g, (some) => some.toLowerCase());
