import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'
import type { Secret } from '@corroborate/server-kit/settings'
import { z } from 'zod'

/** The largest answer that is read, in bytes: the code of a contract has 24 KB at most, and 48 in hexadecimal. */
const largestAnswer = 128 * 1_024

/** Response of a node. `unavailable` if the response is unusable. */
export type RpcAnswer = { kind: 'result'; hex: string } | { kind: 'error' } | { kind: 'unavailable'; reason: string }

const answerSchema = z.union([
  z.object({ result: z.string().regex(/^0x[0-9a-fA-F]*$/) }),
  z.object({ error: z.object({ code: z.number() }) }),
])

/** Sends a JSON-RPC request to a chain's node (https://ethereum.org/developers/docs/apis/json-rpc). Never throws. */
export const askNode = async (
  url: Secret,
  method: 'eth_chainId' | 'eth_getCode' | 'eth_call',
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<RpcAnswer> => {
  try {
    const response = await fetch(url.reveal(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Corroborate' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal,
    })
    const text = await readTextUpTo(response, largestAnswer)
    if (text === null) throw new RangeError('It answered with far too much.')
    const read = answerSchema.safeParse(JSON.parse(text))
    if (!read.success) return { kind: 'unavailable', reason: `It answered ${response.status} with something else.` }
    return 'result' in read.data ? { kind: 'result', hex: read.data.result.slice(2) } : { kind: 'error' }
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.name : 'It failed.' }
  }
}
