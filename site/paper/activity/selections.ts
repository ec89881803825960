import { type ActivityKind, activityKinds } from './activity.ts'

type Selection = { title: string; kinds: readonly ActivityKind[] }

/** Activity filters by URL segment, shared by feeds and pages. */
export const selections = {
  all: { title: 'Recent updates', kinds: activityKinds },
  corrections: {
    title: 'Corrections and retractions',
    kinds: ['correction', 'retraction', 'concern', 'reinstatement'],
  },
  retractions: { title: 'Retractions', kinds: ['retraction'] },
  replications: { title: 'Replications', kinds: ['replication'] },
  reports: { title: 'Community reports', kinds: ['report-approved'] },
  notes: { title: 'Community notes', kinds: ['note-approved'] },
  claims: { title: 'Claimed reproductions', kinds: ['claim'] },
} as const satisfies Readonly<Record<string, Selection>>

export type SelectionWord = keyof typeof selections

export const isSelection = (word: string): word is SelectionWord => Object.hasOwn(selections, word)
