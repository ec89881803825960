import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { readAllWorks } from './all-works.ts'
import { type Ask, wasRefused } from './ask.ts'
import { writeBulk } from './bulk.ts'
import { indexBody } from './documents.ts'

/** Until searches that began before a switch have ended, in ms: then the index they read may go. */
const untilReadersLeft = 2_000

/** The indexes that serve under this name: one, or none before the first import. */
const servingUnder = async (ask: Ask, name: string): Promise<string[]> => {
  try {
    const { body } = await ask.write<Record<string, unknown>>({ method: 'GET', path: `/_alias/${name}` })
    return Object.keys(body)
  } catch (error) {
    if (wasRefused(error, 404)) return []
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
    if (!wasRefused(error, 400)) throw error
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
