import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/define-page.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { KnownTables } from '../../paper/known/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { type AskJobs, createAskJob } from './ask-nightly.ts'
import { createWatchCalls } from './calls.ts'
import { createDashboardCalls } from './dashboard.ts'
import { dashboardPage } from './dashboard-page.ts'
import { exportWatches } from './export-watches.ts'
import { createWatchJobs, spreadWhenListed, type WatchJobs } from './jobs.ts'
import { createMailSettingsCalls } from './mail-settings.ts'
import { mailSettingsPage, unsubscribePage } from './mail-settings-page.ts'
import { deleteWatcher, watchReader } from './store.ts'
import { newsAttemptsMigration, newsSweepMigration, type WatchTables, watchMigration } from './tables.ts'
import type { WatchButton, WatchProps } from './WatchButton.tsx'

type Tables = WatchTables & ActivityTables & SignInTables & KnownTables & OutboxTables

const limits = {
  /** Watching, unwatching and settings: of an address, and of an account. */
  watch: { points: 120, perSeconds: 10 * 60 },
  /** Mail clients of many users may share an IP address. */
  unsubscribe: { points: 300, perSeconds: 10 * 60 },
} as const

/** The watch button, filled in. */
const section: PaperSection<Tables, WatchProps> = {
  name: 'watch',
  place: 'side',
  personal: true,
  component: markup<typeof WatchButton>('news/watches/WatchButton.tsx'),
  reader: db => {
    const read = watchReader(db.$pickTables<keyof (WatchTables & ActivityTables)>())
    return async (doi, person) => {
      return {
        doi,
        watch: paths.watch(doi),
        login: paths.login(paths.paper(doi)),
        reader: person?.signedIn ? person.id : null,
        ...(await read(doi, person?.signedIn ? person.key : null)),
      }
    }
  },
}

/** Watching papers: the button, the dashboard and notifications. */
export const watchesFeature = defineFeature<Tables, WatchJobs & AskJobs, WithPapers>()({
  migrations: [watchMigration, newsSweepMigration, newsAttemptsMigration],
  limits,
  pages: [dashboardPage, mailSettingsPage, unsubscribePage],
  paperSection: section,
  // Watching requires an account.
  moveToAccount: null,
  deleteAccount: (tx, account) =>
    deleteWatcher(tx.$pickTables<keyof (WatchTables & ActivityTables)>(), account.key, account.upTo),
  // Watched papers are the dashboard itself.
  exportOf: (db, account) => exportWatches(db.$pickTables<keyof (WatchTables & ActivityTables)>(), account.key),
  open: ({ settings, db, outbox, people, papers, pages, mailer, secrets, limits, mine, logger, now }) => {
    const { origin } = settings.site
    const schedule = { db, outbox }
    spreadWhenListed(schedule, error => logger.error({ err: error }, 'what is new could not be spread'))
    const calls = createWatchCalls({ db, people, limits, origin, now })
    const dashboard = createDashboardCalls({
      db,
      people,
      pages,
      summaries: papers.summaries,
      mine,
      limits,
      origin,
      now,
    })
    const mails = createMailSettingsCalls({
      db: db.$pickTables<keyof (WatchTables & SignInTables)>(),
      people,
      pages,
      limits,
      secrets,
    })
    return {
      jobs: {
        ...createWatchJobs(schedule, { mailer, summaries: papers.summaries, secrets, origin }, now),
        'watches.ask': createAskJob({ db, origin, now }),
      },
      routes: {
        [paths.dashboard]: { GET: dashboard.page },
        [paths.dashboardSeen]: { POST: dashboard.seen },
        [paths.watchFeed]: { POST: dashboard.feed },
        [paths.mailSettings]: { GET: mails.page, POST: mails.save },
        [paths.unsubscribe()]: { GET: mails.ask, POST: mails.unsubscribe },
      },
      paperRoutes: { watch: calls },
    }
  },
})
