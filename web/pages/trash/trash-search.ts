/** The filter of the trash. It is in the address, so that it survives a reload. */
export interface TrashSearch {
  owner?: 'all' | undefined;
}

/** An invalid value is set to undefined, not omitted: the router would restore an omitted parameter from the address. */
export function readTrashSearch({ owner }: Record<string, unknown>): TrashSearch {
  return { owner: owner === 'all' ? owner : undefined };
}
