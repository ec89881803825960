import { setTimeout as wait } from 'node:timers/promises'
import type { Ask } from './ask.ts'
import { idOf, type WorkDocument } from './documents.ts'

/** Operation on a document: `create` keeps an existing one. */
export type Operation = { kind: 'create' | 'index'; document: WorkDocument } | { kind: 'delete'; doi: string }

type Item = Record<string, { status: number; error?: { reason?: string } }>

const mostAtOnce = 2_000
/** Maximum attempts of an operation rejected for overload, and the pause between them in ms. */
const mostTries = 8
const firstPause = 200

/**
 * Does all of these, in order. Answers with those documents that were there already and were to be created.
 * @param target an alias: it is never made by writing to it
 * @throws Error when something could not be stored
 */
export const writeBulk = async (
  ask: Ask,
  target: string,
  operations: readonly Operation[],
): Promise<WorkDocument[]> => {
  const known: WorkDocument[] = []
  for (let from = 0; from < operations.length; from += mostAtOnce) {
    let left = operations.slice(from, from + mostAtOnce)
    for (let tries = 1; left.length > 0; tries++) {
      const refused = await writeSome(ask, target, left, known)
      if (refused.length > 0 && tries === mostTries) throw new Error('OpenSearch is too overloaded to store works.')
      if (refused.length > 0) await wait(firstPause * 2 ** (tries - 1))
      left = refused
    }
  }
  return known
}

/** Returns the operations rejected for overload. */
const writeSome = async (
  ask: Ask,
  target: string,
  operations: readonly Operation[],
  known: WorkDocument[],
): Promise<Operation[]> => {
  const lines = operations.flatMap(operation =>
    operation.kind === 'delete'
      ? [{ delete: { _id: idOf(operation.doi) } }]
      : [{ [operation.kind]: { _id: idOf(operation.document.doi) } }, operation.document],
  )
  const { body } = await ask.write<{ errors: boolean; items: Item[] }>({
    method: 'POST',
    path: `/${target}/_bulk`,
    querystring: { require_alias: true },
    lines,
  })
  if (!body.errors) return []
  return operations.flatMap((operation, n) => {
    const { status, error } = Object.values(body.items[n] ?? {})[0] ?? { status: 0 }
    if (status === 429) return [operation]
    if (status === 409 && operation.kind === 'create') known.push(operation.document)
    else if (error !== undefined) throw new Error(`OpenSearch could not store a work: ${error.reason ?? status}`)
    return []
  })
}
