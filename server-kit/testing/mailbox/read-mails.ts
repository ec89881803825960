import { setTimeout as sleep } from 'node:timers/promises'

/** A message in the provider's mailbox (`/dev/mailbox/messages`). */
export type Mail = { subject: string | null; text: string; links: string[]; code: string | null }

/** Requests a path from the provider, over the network or in-process. */
export type RequestMailbox = (path: string) => Response | Promise<Response>

/** For how long a message may be on its way, in ms. */
const patience = 45_000
const pause = 20

/** Returns the current mailbox of an address, newest first. Retries if the provider is busy (503). */
export const mailsTo = async <Message extends Pick<Mail, 'subject'> = Mail>(
  ask: RequestMailbox,
  to: string,
): Promise<Message[]> => {
  const deadline = Date.now() + patience
  for (;;) {
    const answer = await ask(`/dev/mailbox/messages?to=${encodeURIComponent(to)}`)
    if (answer.ok) return ((await answer.json()) as { messages: Message[] }).messages
    if (Date.now() > deadline) throw new Error(`The mailbox answered ${answer.status}: ${await answer.text()}`)
    await sleep(pause)
  }
}

/** Looks into the mailbox until something is found there. */
const waitUntil = async <Message extends Pick<Mail, 'subject'>, Found>(
  look: () => Promise<Message[]>,
  find: (messages: Message[]) => Found | undefined,
  missing: (count: number) => string,
): Promise<Found> => {
  const deadline = Date.now() + patience
  for (;;) {
    const messages = await look()
    const found = find(messages)
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(missing(messages.length))
    await sleep(pause)
  }
}

/** The same, once there are `atLeast` messages. */
export const waitForMails = <Message extends Pick<Mail, 'subject'> = Mail>(
  ask: RequestMailbox,
  to: string,
  atLeast = 1,
): Promise<[Message, ...Message[]]> =>
  waitUntil<Message, [Message, ...Message[]]>(
    () => mailsTo(ask, to),
    ([newest, ...older]) => (newest !== undefined && older.length + 1 >= atLeast ? [newest, ...older] : undefined),
    count => `Only ${count} messages to ${to}.`,
  )

/** Waits for the newest emailed code to an address that is not in `used`. A notification may arrive between two codes. */
export const waitForCode = (ask: RequestMailbox, to: string, used: readonly string[] = []): Promise<string> =>
  waitUntil<Mail, string>(
    () => mailsTo(ask, to),
    messages => messages.flatMap(({ code }) => code ?? []).find(code => !used.includes(code)),
    count => `No new code to ${to} among ${count} messages.`,
  )
