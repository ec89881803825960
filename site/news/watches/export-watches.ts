import type { Kysely, NotNull } from 'kysely'
import { isoTime } from '../../kit/times/times.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WatchTables } from './tables.ts'
import { readFrequencies } from './topics.ts'

/** All that is kept of a watcher, for their own copy. */
export const exportWatches = async (
  db: Kysely<WatchTables & ActivityTables>,
  person: string,
): Promise<{ watched: object[]; mails: object | null; told: object[] }> => {
  const [watched, settings, told] = await Promise.all([
    db
      .selectFrom('watches')
      .select(['doi', 'since', 'seen_at'])
      .where('person', '=', person)
      .orderBy('since')
      .execute(),
    db.selectFrom('watchers').selectAll().where('person', '=', person).executeTakeFirst(),
    db
      .selectFrom('news')
      .innerJoin('activity', 'activity.key', 'news.about')
      .select(['activity.doi', 'activity.label', 'news.told_at'])
      .where('person', '=', person)
      .where('news.told_at', 'is not', null)
      .$narrowType<{ told_at: NotNull }>()
      .orderBy('news.told_at')
      .execute(),
  ])
  return {
    watched: watched.map(({ doi, since, seen_at }) => ({ doi, since: isoTime(since), seen: isoTime(seen_at) })),
    mails:
      settings === undefined
        ? null
        : {
            language: settings.locale,
            ...readFrequencies(settings.frequencies),
            feed: settings.feed === null ? 'none' : 'has a secret address',
          },
    told: told.map(({ doi, label, told_at }) => ({ doi, what: label, at: isoTime(told_at) })),
  }
}
