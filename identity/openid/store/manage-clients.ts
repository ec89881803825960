import type { Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'
import { forgetAuthorizations } from './authorizations.ts'
import {
  type Client,
  type ClientSettings,
  clientSettings,
  deleteClientRow,
  hashClientSecret,
  insertClient,
  newClientSecret,
  updateClient,
} from './clients.ts'
import { forgetConsentsToClient } from './consents.ts'
import { revokeRecordsOfClient } from './records.ts'

/** Settings of a client that hold together, or the sentence that says what is wrong with them. */
export const parseSettings = (
  given: unknown,
): { kind: 'settings'; settings: ClientSettings } | { kind: 'wrong'; sentence: string } => {
  const parsed = clientSettings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { kind: 'wrong', sentence: `${issue?.path.join('.') || 'It'}: ${issue?.message}.` }
  }
  const settings = parsed.data
  if (settings.redirectUrls.length === 0 && !settings.clientCredentials) {
    return {
      kind: 'wrong',
      sentence: 'Say where people come back to (--redirect URL), or that it is a machine (--client-credentials on).',
    }
  }
  if (settings.isPublic && (settings.clientCredentials || !settings.pkce)) {
    return {
      kind: 'wrong',
      sentence: 'A public application has no secret: it cannot sign in as itself, and needs PKCE.',
    }
  }
  return { kind: 'settings', settings }
}

/** Makes a client; the secret of a confidential one is known here and never again. */
export const createClient = async (
  tx: Tx,
  project: Pick<Project, 'id' | 'environment'>,
  { settings, logo }: { settings: ClientSettings; logo: string | null },
  now: number,
): Promise<{ client: Client; secret: string | null }> => {
  const secret = settings.isPublic ? null : newClientSecret()
  const client = {
    ...settings,
    id: newId('connected-app', project.environment),
    origin: 'operator' as const,
    secretHash: secret === null ? null : hashClientSecret(secret),
    logo,
  }
  await insertClient(tx, project.id, client, now)
  return { client: { ...client, createdAt: now, updatedAt: now }, secret }
}

/** Gives a client another secret, and says which. */
export const replaceSecret = async (tx: Tx, projectId: string, client: Client, now: number): Promise<string> => {
  const secret = newClientSecret()
  await updateClient(tx, projectId, { ...client, secretHash: hashClientSecret(secret) }, now)
  return secret
}

/** Deletes a client with its tokens, and what people allowed it. */
export const deleteClient = async (tx: Tx, projectId: string, clientId: string): Promise<void> => {
  await deleteClientRow(tx, projectId, clientId)
  await forgetClient(tx, projectId, clientId)
}

/** Removes all that is kept of a client besides itself. */
export const forgetClient = async (tx: Tx, projectId: string, clientId: string): Promise<void> => {
  await revokeRecordsOfClient(tx, projectId, clientId)
  await forgetConsentsToClient(tx, projectId, clientId)
  await forgetAuthorizations(tx, projectId, { clientId })
}
