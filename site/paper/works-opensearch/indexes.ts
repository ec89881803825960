import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type Ask, wasRejected } from './ask.ts'
import { idOf, indexBody, rowFields, type WorkDocument } from './documents.ts'

const page = 2_000
const keepAlive = '5m'

/** All works of an index as they are at one moment, some thousand at a time, in the order in which they are kept. */
async function* readAllWorks(
  ask: Ask,
  index: string,
  fields: readonly string[] | true = rowFields,
): AsyncGenerator<WorkDocument[]> {
  const opened = await ask.write<{ pit_id: string }>({
    method: 'POST',
    path: `/${index}/_search/point_in_time`,
    querystring: { keep_alive: keepAlive },
  })
  const id = opened.body.pit_id
  try {
    let after: unknown[] | undefined
    for (;;) {
      const { body } = await ask.write<{
        timed_out: boolean
        _shards: { failed: number }
        hits: { hits: { _source: WorkDocument; sort: unknown[] }[] }
      }>({
        method: 'POST',
        path: '/_search',
        querystring: { allow_partial_search_results: false },
        body: {
          size: page,
          pit: { id, keep_alive: keepAlive },
          sort: ['_shard_doc'],
          track_total_hits: false,
          _source: fields,
          ...(after && { search_after: after }),
        },
      })
      if (body.timed_out || body._shards.failed > 0) throw new Error('OpenSearch returned partial results.')
      if (body.hits.hits.length === 0) return
      yield body.hits.hits.map(({ _source }) => _source)
      after = body.hits.hits.at(-1)?.sort
    }
  } finally {
    await ask.write({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } })
  }
}

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

/** Until searches that began before a switch have ended, in ms: then the index they read may go. */
const untilReadersLeft = 2_000

/** The indexes that serve under this name: one, or none before the first import. */
const servingUnder = async (ask: Ask, name: string): Promise<string[]> => {
  try {
    const { body } = await ask.write<Record<string, unknown>>({ method: 'GET', path: `/_alias/${name}` })
    return Object.keys(body)
  } catch (error) {
    if (wasRejected(error, 404)) return []
    throw error
  }
}

/** Makes the first index of this name, where there is none. Several servers may do so at once. */
export const makeFirstIndex = async (ask: Ask, name: string): Promise<void> => {
  if ((await servingUnder(ask, name)).length > 0) return
  try {
    await ask.write({ method: 'PUT', path: `/${name}-first`, body: { ...indexBody, aliases: { [name]: {} } } })
  } catch (error) {
    // Another server made it in this moment.
    if (!wasRejected(error, 400)) throw error
  }
}

/** An index that fills while the old one serves. */
type NewIndex = {
  /** The name to write under. */
  target: string
  /** Atomically replaces the serving index and deletes the old one. */
  serve: () => Promise<void>
  /** Deletes it. */
  abandon: () => Promise<void>
}

/** Creates a new index, with the serving index's works if `copy` is set. */
export const makeNewIndex = async (ask: Ask, name: string, { copy }: { copy: boolean }): Promise<NewIndex> => {
  const index = `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
  const target = `${index}-filling`
  const before = await servingUnder(ask, name)
  const { index: settings } = indexBody.settings
  await ask.write({
    method: 'PUT',
    path: `/${index}`,
    body: {
      ...indexBody,
      // Replicas and refreshes are unnecessary before it serves.
      settings: { index: { ...settings, auto_expand_replicas: false, number_of_replicas: 0, refresh_interval: '-1' } },
      aliases: { [target]: {} },
    },
  })
  const abandon = async () => {
    await ask.write({ method: 'DELETE', path: `/${index}` })
  }
  if (copy)
    for (const from of before)
      for await (const documents of readAllWorks(ask, from, true))
        await writeBulk(
          ask,
          target,
          documents.map(document => ({ kind: 'index', document })),
        )
  return {
    target,
    abandon,
    async serve() {
      await ask.write({ method: 'POST', path: `/${index}/_refresh` })
      const { auto_expand_replicas, refresh_interval } = settings
      await ask.write({
        method: 'PUT',
        path: `/${index}/_settings`,
        body: { index: { auto_expand_replicas, refresh_interval } },
      })
      await ask.write({
        method: 'GET',
        path: `/_cluster/health/${index}`,
        querystring: { wait_for_status: 'green', timeout: '590s' },
      })
      const old = (await servingUnder(ask, name)).filter(other => other !== index)
      await ask.write({
        method: 'POST',
        path: '/_aliases',
        body: {
          actions: [
            ...old.map(other => ({ remove: { index: other, alias: name } })),
            { remove: { index, alias: target } },
            { add: { index, alias: name } },
          ],
        },
      })
      await wait(untilReadersLeft)
      for (const other of [...old, ...(await leftBehind(ask, name, index))])
        await ask.write({ method: 'DELETE', path: `/${other}`, querystring: { ignore_unavailable: true } })
    },
  }
}

/** The older indexes of imports that were killed. */
const leftBehind = async (ask: Ask, name: string, index: string): Promise<string[]> => {
  const { body } = await ask.write<Record<string, { settings: { index: { creation_date: string } } }>>({
    method: 'GET',
    path: `/${name}-*/_settings/index.creation_date`,
  })
  const madeAt = (of: string) => Number(body[of]?.settings.index.creation_date ?? 0)
  const serving = new Set(await servingUnder(ask, name))
  return Object.keys(body).filter(other => !serving.has(other) && madeAt(other) < madeAt(index))
}

/** @throws OperatorError if no index exists yet */
export const requireIndex = async (ask: Ask, name: string): Promise<void> => {
  if ((await servingUnder(ask, name)).length === 0)
    throw new OperatorError(`OpenSearch has no works under the name ${name} yet. Import without --in-place first.`)
}
