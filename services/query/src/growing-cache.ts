/** Of a cache that takes room for what is in it; told `max`, it takes that for as many as there may be, at once. */
export const growingTo = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 });
