import { setTimeout as sleep } from 'node:timers/promises'

/** A message in the provider's mailbox (`/dev/mailbox/messages`). */
export type Mail = { subject: string | null; text: string; links: string[]; code: string | null }

/** Asks the provider for a path, over the network or in this process. */
export type AskMailbox = (path: string) => Response | Promise<Response>

/** For how long a message may be on its way, in ms. */
const patience = 45_000
const pause = 20

/** What the mailbox holds for an address by now, newest first. A provider that is busy answers 503, and is asked again. */
export const mailsTo = async <Message extends Pick<Mail, 'subject'> = Mail>(
  ask: AskMailbox,
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

/** The same, once there are `atLeast` messages. */
export const waitForMails = async <Message extends Pick<Mail, 'subject'> = Mail>(
  ask: AskMailbox,
  to: string,
  atLeast = 1,
): Promise<[Message, ...Message[]]> => {
  const deadline = Date.now() + patience
  for (;;) {
    const messages = await mailsTo<Message>(ask, to)
    const [newest, ...older] = messages
    if (newest !== undefined && messages.length >= atLeast) return [newest, ...older]
    if (Date.now() > deadline) throw new Error(`Only ${messages.length} messages to ${to}.`)
    await sleep(pause)
  }
}

/** The newest code that was mailed to an address and is not in `used`; waits for it. News of a change may come between two codes. */
export const waitForCode = async (ask: AskMailbox, to: string, used: readonly string[] = []): Promise<string> => {
  const deadline = Date.now() + patience
  for (;;) {
    const codes = (await mailsTo(ask, to)).map(({ code }) => code)
    const fresh = codes.find(code => code !== null && !used.includes(code))
    if (fresh != null) return fresh
    if (Date.now() > deadline) throw new Error(`No new code to ${to} among ${codes.length} messages.`)
    await sleep(pause)
  }
}
