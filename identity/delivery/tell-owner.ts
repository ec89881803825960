import type { Tx } from '../platform/database/index.ts'
import type { Project } from '../projects/index.ts'
import type { Core } from '../sdk/core/index.ts'
import { sendMessage } from './feature.ts'
import type { AccountChange } from './message.ts'
import { accountChangedMail } from './messages.ts'

type Told = {
  project: Project
  userId: string
  change: AccountChange
  /** When it happened, in epoch ms. */
  at: number
  /** An address that needs no telling, because the change is that it was added. */
  except?: string
}

/**
 * Tells the owner of an account, at every address they have proved, that the ways into it have changed (ASVS 5.0 §6.3.7).
 * Call it in the transaction of the change.
 */
export const tellOwner = async (
  core: Pick<Core, 'outbox'>,
  tx: Tx,
  { project, userId, change, at, except }: Told,
): Promise<void> => {
  const addresses = await tx
    .selectFrom('user_emails')
    .select(['email_id', 'email'])
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .where('verified', '=', 1)
    .execute()
  for (const { email_id, email } of addresses) {
    if (email_id !== except) await sendMessage(core, tx, accountChangedMail({ project, to: email, change, at }))
  }
}
