import {
  CreateBucketCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { engineContract, type Client } from './contract.js';

const Bucket = 'words';

await engineContract('s3', async (env): Promise<Client> => {
  const client = new S3Client({
    endpoint: env['S3_ENDPOINT']!,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: env['S3_ACCESS_KEY']!, secretAccessKey: env['S3_SECRET_KEY']! },
  });
  const read = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Body!.transformToString();
  };
  return {
    async write(word) {
      await client.send(new CreateBucketCommand({ Bucket }));
      await client.send(new PutObjectCommand({ Bucket, Key: 'word.txt', Body: word }));
    },
    async read() {
      const { Buckets = [] } = await client.send(new ListBucketsCommand());
      if (Buckets.length === 0) return [];
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Promise.all(Contents.map(({ Key }) => read(Key!)));
    },
    close: () => Promise.resolve(client.destroy()),
  };
});
