import { listDeadLetters } from '@corroborate/server-kit/outbox'
import { listUndeliveredTexts, type MailKind, mailKinds, renderSample } from '../../../delivery/index.ts'
import { type Locale, locales } from '../../../platform/locales/index.ts'
import { findProject } from '../../../projects/index.ts'
import { type Delivery, listDeliveries } from '../../../webhooks/index.ts'
import { letterView } from '../../commands/index.ts'
import type { Cell } from '../page.ts'
import {
  offer,
  offerCell,
  ofProject,
  type ProjectContext,
  pathOf,
  type View,
  type ViewContext,
  withQuery,
} from './context.ts'
import { languageNames } from './projects.ts'

const pageSize = 50
const states: Readonly<Record<Delivery['state'], Cell>> = {
  heard: { badge: 'heard', tone: 'good' },
  waiting: { badge: 'tried again later', tone: 'plain' },
  given_up: { badge: 'given up', tone: 'wrong' },
}

/** Page of a project's webhook: its URL, and recent deliveries with their responses. */
export const webhooksView = async (context: ProjectContext): Promise<View> => {
  const { core, project, query, here } = context
  const [at, id] = query('after').split('~')
  const after = at && id && /^\d{1,15}$/.test(at) ? { attemptedAt: Number(at), deliveryId: id } : null
  const deliveries = await listDeliveries(core.db, project.id, { after, limit: pageSize + 1 })
  const shown = deliveries.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    ...ofProject(context, '/webhooks'),
    intro: 'Sent when a user is deleted, or reset when their email address is first verified.',
    blocks: [
      {
        kind: 'facts',
        rows: [['Told at', project.userEventsUrl == null ? 'nowhere' : { code: project.userEventsUrl }]],
      },
      ...offer(context, 'project-set', {
        submit: 'Change the address',
        folded: 'Change the address',
        only: ['user-events-url'],
      }),
      { kind: 'heading', text: 'Deliveries', note: 'Deliveries of the last month, most recent attempt first.' },
      {
        kind: 'table',
        caption: 'Deliveries',
        columns: ['Attempted', 'What', 'User', 'State', 'Attempts', 'Answer', ''],
        rows: shown.map((delivery): Cell[] => [
          { time: delivery.attemptedAt },
          { code: delivery.type },
          delivery.userId,
          states[delivery.state],
          String(delivery.attempts),
          delivery.answer,
          offerCell(context, 'webhook-replay', {
            submit: 'Send again',
            folded: 'Send again',
            operands: [delivery.deliveryId],
          }),
        ]),
        empty: 'No deliveries in the last month.',
        next:
          deliveries.length > pageSize && last !== undefined
            ? { label: 'Older', href: withQuery(here, { after: `${last.attemptedAt}~${last.deliveryId}` }) }
            : null,
      },
    ],
  }
}

const chosenMail = (query: (name: string) => string): { mail: MailKind; locale: Locale } => ({
  mail: mailKinds.find(({ name }) => name === query('mail'))?.name ?? mailKinds[0].name,
  locale: locales.find(each => each === query('locale')) ?? 'en',
})

/** Preview of a project's mails and texts, in every language. */
export const mailsView = async (context: ProjectContext): Promise<View> => {
  const { core, project, query } = context
  const { mail, locale } = chosenMail(query)
  const rendered = renderSample(project, { kind: mail, locale, at: core.now(), notices: core.notices })
  const path = pathOf(project, '/mails')
  const choose = (values: Record<string, string>): string => withQuery(`${path}?mail=${mail}&locale=${locale}`, values)
  return {
    ...ofProject(context, '/mails'),
    intro: 'Preview of each message with sample links and codes.',
    blocks: [
      {
        kind: 'choices',
        label: 'Language',
        links: locales.map(each => ({
          label: languageNames[each],
          href: choose({ locale: each }),
          isCurrent: each === locale,
        })),
      },
      {
        kind: 'choices',
        label: 'Message',
        links: mailKinds.map(({ name, title }) => ({
          label: title,
          href: choose({ mail: name }),
          isCurrent: name === mail,
        })),
      },
      ...(rendered.subject === null ? [] : [{ kind: 'facts', rows: [['Subject', rendered.subject]] } as const]),
      ...(rendered.html === null
        ? []
        : [
            {
              kind: 'mail',
              title: 'Email as sent',
              src: `${path}/preview?mail=${mail}&locale=${locale}`,
            } as const,
          ]),
      { kind: 'heading', text: 'As plain text' },
      { kind: 'text', label: 'The message as plain text', text: rendered.text },
    ],
  }
}

/** Returns the HTML of a mail for its frame; null for a text. */
export const mailPreview = ({ core, project, query }: ProjectContext): string | null => {
  const { mail, locale } = chosenMail(query)
  return renderSample(project, { kind: mail, locale, at: core.now(), notices: core.notices }).html
}

/** Page of undelivered texts. */
export const textsView = async (context: ProjectContext): Promise<View> => {
  const { core, project } = context
  const texts = await listUndeliveredTexts(core.db, project.id, 200)
  return {
    ...ofProject(context, '/texts'),
    blocks: [
      {
        kind: 'heading',
        text: 'Undelivered text messages',
        note: 'From the last month, with the reported reasons.',
      },
      {
        kind: 'table',
        caption: 'Undelivered text messages',
        columns: ['Asked for', 'Way', 'For', 'Reason'],
        rows: texts.map((text): Cell[] => [
          { time: text.asked_at },
          text.channel,
          { code: text.method_id },
          text.reason ?? 'unknown',
        ]),
        empty: 'No undelivered messages.',
      },
    ],
  }
}

/** Page of failed jobs (mails, texts and webhook calls) with their errors. */
export const outboxView = async (context: ViewContext): Promise<View> => {
  const letters = await listDeadLetters(context.core.db, 200)
  // They belong to the provider. Actions on them are logged under the local site's project.
  const project = await findProject(context.core.db, context.core.settings.identity.publicToken)
  const ofAll = project === null ? context : { ...context, project }
  const figures = await context.core.outbox.figures()
  return {
    title: 'Failed messages',
    intro: 'Failed emails, text messages and webhooks, stored for 30 days.',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Wait or run', String(figures.waiting)],
          ['Given up', String(figures.dead)],
          ['Most overdue', figures.oldestDue === 0 ? 'nothing' : `${Math.ceil(figures.oldestDue / 1_000)} s`],
        ],
      },
      {
        kind: 'table',
        caption: 'Failed jobs',
        columns: ['Asked for', 'What', 'To', 'Attempts', 'Why', ''],
        rows: letters.map((letter): Cell[] => {
          const { job_id, kind, template, channel, to, attempts, error } = letterView(letter)
          return [
            { time: letter.enqueued_at },
            template === undefined ? kind : `${template} (${channel})`,
            to ?? '',
            String(attempts),
            error ?? '',
            offerCell(ofAll, 'outbox-retry', {
              submit: 'Try again',
              folded: 'Try again',
              operands: [job_id],
              back: '/console/outbox',
            }),
          ]
        }),
        empty: 'No failed jobs.',
      },
      ...(letters.length > 0
        ? offer(ofAll, 'outbox-retry', {
            submit: 'Try all again',
            folded: 'Try all again',
            operands: ['all'],
            back: '/console/outbox',
          })
        : []),
    ],
  }
}
