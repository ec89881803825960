import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import { createContinueCalls } from './continue-calls.ts'
import { continuePage } from './continue-page.ts'
import { createHeldForms } from './held-forms.ts'
import { holdRefusedForms } from './hold-refused-forms.ts'
import { type HeldFormTables, heldFormsMigration } from './store.ts'

const limits = {
  /** Forms held until their senders have logged in: each may be as large as a body. */
  heldForm: { points: 30, perSeconds: 10 * 60 },
} as const

/** Forms submitted without JavaScript after their session had ended: nothing that was typed is lost. */
export const heldFormsFeature = defineFeature<HeldFormTables, NoJobs>()({
  migrations: [heldFormsMigration],
  limits,
  pages: [continuePage],
  // Only the browser that sent a form can read it, so it belongs to no known user.
  ...nothingOfPeople,
  open: ({ settings, db, people, pages, limits, now }) => {
    const { origin } = settings.site
    const forms = createHeldForms({ secure: origin.startsWith('https:'), db, now })
    const calls = createContinueCalls({ forms, people, pages })
    return {
      middleware: { withSession: [holdRefusedForms({ origin, forms, people, pages, limits })] },
      routes: { [paths.continueForm()]: { GET: calls.page, POST: calls.discard } },
    }
  },
})
