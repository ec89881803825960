import { hostname, userInfo } from 'node:os'
import process from 'node:process'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'app.secret_rotated': true
    'keys.rotated': true
    'outbox.retried': true
    'project.created': true
    'project.changed': true
    'project.captcha_set': true
    'project.captcha_removed': true
    'project.provider_set': true
    'project.provider_removed': true
  }
}

/** Whom the audit log names for what is done at the command line: the account on this machine, and the machine. */
export const operatorHere = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    // In a container, a user id may have no name.
    return `uid-${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

/** The same as the actor of an audit entry. */
export const actorHere = (): string => `operator:${operatorHere()}`
