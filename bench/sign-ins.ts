import { openCodeMailbox } from './code-mailbox.ts'
import { type CostAndWait, costAndWait, milliseconds } from './cost-and-wait.ts'
import { canReadCpu, noCpu } from './cpu.ts'
import { type Engine, onBothEngines } from './on-both-engines.ts'
import { startProvider } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import { budget, notMeasured, type Options, observation, orWhyNot, type Row, type Run } from './row.ts'
import { type SignIn, signInOrigin, waysToSignIn } from './ways-to-sign-in.ts'

/** Budget in ms. Responses within 100 ms feel instant. */
const most = 100
const people = 4
const samples = { rounds: 5, times: 16, alone: 200 }
const few = { rounds: 2, times: 4, alone: 40 }

const rowsOf = (engine: string, ways: ReadonlyMap<string, CostAndWait>): Row[] => {
  const [slowest = ['', undefined]] = [...ways].toSorted(([, a], [, b]) => b.waits.most - a.waits.most)
  const [name, wait] = [slowest[0], slowest[1]?.waits.most ?? Number.NaN]
  return [
    budget({
      name: `the slowest way to sign in, 95 of 100, ${engine}`,
      felt: 'People who sign in wait for it.',
      figure: milliseconds(wait),
      limit: `≤ ${most} ms`,
      isMet: wait <= most,
      note: `${name}: all calls over HTTP from this machine, mails and signatures included; one person alone, ${samples.alone} times.`,
    }),
    ...[...ways].map(([way, { cpu, waits }]) =>
      observation(
        `sign-in by ${way}, ${engine}`,
        `${milliseconds(cpu / 1_000)} of CPU`,
        `all threads of the provider, connections to PostgreSQL included; ${people} people at once, median of ${samples.rounds} rounds of ${people * samples.times}. One person alone waits ${milliseconds(waits.median)}, 95 of 100 within ${milliseconds(waits.most)}`,
      ),
    ),
  ]
}

const measure = async ({ name, variables, backends }: Engine, { quick }: Options): Promise<Row[]> => {
  const mailbox = await openCodeMailbox()
  const provider = await startProvider({ ...variables, SMTP_URL: mailbox.url })
  try {
    const publicToken = await newProject(provider, ['--allow-origin', signInOrigin])
    const processes = async () => [provider.pid, ...(await backends())]
    const ways = new Map<string, CostAndWait>()
    const failed: Row[] = []
    for (const [way, newPerson] of Object.entries(waysToSignIn)) {
      const measureWay = async () => {
        const signIns: SignIn[] = []
        for (let n = 0; n < people; n++)
          signIns.push(await newPerson({ origin: provider.origin, publicToken, mailbox }, n))
        const act = async (person: number) => signIns[person]?.()
        ways.set(way, await costAndWait(act, processes, { people, ...(quick ? few : samples) }))
        return []
      }
      failed.push(...(await orWhyNot(`sign-in by ${way}, ${name}`, measureWay)))
    }
    return [...rowsOf(name, ways), ...failed]
  } finally {
    await provider.stop()
    await mailbox.close()
  }
}

export const run: Run = async options =>
  canReadCpu ? onBothEngines('signing in', engine => measure(engine, options)) : [notMeasured('signing in', noCpu)]
