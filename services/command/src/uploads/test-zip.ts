interface Directory {
  readonly start: number;
  readonly size: number;
  readonly count: number;
}

/** The record that ends an archive. */
export function endOfZip({ start, size, count }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  return end;
}

/** An archive of uncompressed entries; their checksums are zero, because nothing here unpacks them. */
export function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const file = Buffer.concat([localHeader(name, content), Buffer.from(name + content)]);
    files.push(file);
    directory.push(Buffer.concat([entryOf(name, content, at), Buffer.from(name)]));
    at += file.length;
  }
  const index = Buffer.concat(directory);
  const end = endOfZip({ start: at, size: index.length, count: directory.length });
  return Buffer.concat([...files, index, end]);
}

function localHeader(name: string, content: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return header;
}

function entryOf(name: string, content: string, at: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(content.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt32LE(at, 42);
  return entry;
}
