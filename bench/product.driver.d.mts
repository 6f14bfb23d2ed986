import type { Kit } from './kit.js';
import type { System } from './workloads.js';

/** The product's settings of the one whom the driver signs in as. */
export const account: Readonly<Record<string, string>>;

/** The client's side of it, for a product that is running at the kit's port already. */
interface ProductSystem extends System {
  connect(): Promise<void>;
  token(): string;
  subscribe(onChange: (value: never) => void, topic?: string): Promise<{ close(): void }>;
}

export default function product(kit: Kit): ProductSystem;
