import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { inCleanClone } from './clean-clone.ts'
import { inNewFolder } from './in-new-folder.ts'
import { npmStart, type Started } from './npm-start.ts'
import { root } from './our-servers.ts'
import { megabytes } from './resident-memory.ts'
import { budget, observation, orWhyNot, type Row, type Run } from './row.ts'
import { median } from './statistics.ts'

const rounds = 5
/** In seconds: builds included on a clean clone, and with everything built. */
const most = { clone: 20, built: 3 }
const what = 'From the start of npm to the first 200 of /health/ready from the site and the provider both.'

const row = (name: string, felt: string, { seconds, megabytes: held }: Started, limit: number, note: string): Row =>
  budget({
    name,
    felt,
    figure: `${seconds.toFixed(2)} s`,
    limit: `≤ ${limit} s`,
    isMet: seconds <= limit,
    note: `${what} ${note} The server then holds ${megabytes(held)}.`,
  })

const onCleanClone = (): Promise<Row[]> =>
  inCleanClone(clone =>
    inNewFolder(async folder => {
      const started = await npmStart(clone, folder)
      return [
        row(
          'npm start, clean clone',
          'A newcomer waits for the first page.',
          started,
          most.clone,
          'Once, after npm ci: builds the widget and the site.',
        ),
        observation(
          'memory of npm start, clean clone',
          megabytes(started.megabytes),
          'resident set of the server when it is ready, with the builds in the same process',
        ),
      ]
    }),
  )

const onBuilt = (quick: boolean): Promise<Row[]> =>
  inNewFolder(async folder => {
    await buildWidgetIfChanged()
    await buildSiteIfChanged()
    const first = await npmStart(root, folder)
    const later: Started[] = []
    for (let round = 0; round < (quick ? 1 : rounds); round++) later.push(await npmStart(root, folder))
    const middle = (of: keyof Started) => median(later.map(each => each[of]))
    const usual = { seconds: middle('seconds'), megabytes: middle('megabytes') }
    const made = 'Once: makes the databases and loads the starter corpus.'
    return [
      row('npm start, first time, built', 'An operator waits for a new server.', first, most.built, made),
      row(
        'npm start, later, built',
        'Everybody waits for a server that is started anew.',
        usual,
        most.built,
        `Median of ${rounds}.`,
      ),
    ]
  })

export const run: Run = async ({ quick }) => [
  ...(await orWhyNot('npm start, built', () => onBuilt(quick))),
  ...(await orWhyNot('npm start, clean clone', onCleanClone)),
]
