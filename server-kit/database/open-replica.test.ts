import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { hasCaughtUp, openReplica, withoutReplica } from './open-replica.ts'
import { add, balances, migrations, type Tables } from './testing/accounts.ts'

describeStore<Tables>('reads of what may be a second old', migrations, (open, store) => {
  test('replica reads go to the primary without a replica', async () => {
    const db = await open()
    await add(db, 'primary')
    const { mayBeOld, close } = withoutReplica(db)
    expect(await mayBeOld(on => () => balances(on))()).toEqual({ primary: 0 })
    await close()
  })

  if (store.engine === 'sqlite') return

  /** Creates two schemas on one server, so that results show which one was read. */
  const setUp = async (url?: string) => {
    const [primary, other] = [await open(), await open()]
    await add(primary, 'primary')
    await add(other, 'replica')
    const said: string[] = []
    const { mayBeOld, close } = await openReplica(primary, {
      url: url ?? store.placeOf(other).url ?? '',
      onChange: sentence => said.push(sentence),
    })
    onTestFinished(close)
    return { primary, said, mayBeOld, read: mayBeOld(db => () => balances(db)) }
  }

  test('replica reads go to the replica once it is recent', async () => {
    const { read, said } = await setUp()
    await expect.poll(read).toEqual({ replica: 0 })
    await expect.poll(() => said).toContain('The read replica of the database is read.')
  })

  test('replica reads go to the primary while the replica is unavailable, which is logged', async () => {
    const { read, said } = await setUp('postgres://u@127.0.0.1:1/none')
    expect(await read()).toEqual({ primary: 0 })
    await expect.poll(() => said).toEqual(['The read replica is away or too old: the primary is read.'])
    expect(await read()).toEqual({ primary: 0 })
  })

  test('replica reads of a command go to a caught-up replica, otherwise to the primary', async () => {
    const [primary, other] = [await open(), await open()]
    const [url = '', replicaUrl = ''] = [store.placeOf(primary).url, store.placeOf(other).url]
    expect(await hasCaughtUp({ url, replicaUrl: 'postgres://u@127.0.0.1:1/none' })).toBe(false)
    // Other clients write to the same server, but its log reaches every position it has reported.
    expect(await hasCaughtUp({ url, replicaUrl })).toBe(true)
  })

  test('replica reads fall back to the primary when the replica stops during a query', async () => {
    const { mayBeOld, read } = await setUp()
    await expect.poll(read).toEqual({ replica: 0 })
    const readOrEnd = mayBeOld(db => async () => {
      const found = await balances(db)
      if ('replica' in found) await sql`do $$ begin raise exception using errcode = '57P01'; end $$`.execute(db)
      return found
    })
    await expect.poll(readOrEnd).toEqual({ primary: 0 })
  })
})
