import type { z } from 'zod'
import type { Call } from './call.ts'
import type { Endpoint } from './endpoint.schema.ts'
import type { endpoints } from './endpoints.schema.ts'
import type { Common } from './envelope.ts'

// Types only: nothing here or imported here reaches a browser bundle.

export type { AccountEvent, AccountSession, RememberedDevice } from './account.schema.ts'
export type { EmailAddress } from './email.ts'
export type { ExamplePhoneNumber, FrameAnswer, FramePayloads, FrameRequest, ParsedPhoneNumber } from './frame.schema.ts'
export type { AuthenticationFactor, AuthResult, Session, User } from './objects.schema.ts'
export type { PasswordStrength } from './passwords.schema.ts'
export type { Bootstrap } from './projects.schema.ts'
export type { UserEvent } from './user-events.schema.ts'

type Endpoints = typeof endpoints
type AnyEndpoint = { [Product in keyof Endpoints]: Endpoints[Product][keyof Endpoints[Product]] }[keyof Endpoints]

/** The endpoint of a call, found by its method and path. */
type EndpointOf<C extends Call> = Extract<AnyEndpoint, { method: C['method']; path: C['path'] }>
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Request body of a client; undefined for none. */
export type BodyOf<C extends Call> = Sent<EndpointOf<C>['body']>
/** Path parameters; undefined for none. */
export type ParamsOf<C extends Call> = Sent<EndpointOf<C>['params']>
/** Type of the response's `data`. */
export type DataOf<C extends Call> = Read<EndpointOf<C>['data']>

/** Parsed request for a server's handler. */
export type RequestOf<E extends Endpoint> = { body: Read<E['body']>; params: Read<E['params']> }
/** A handler's payload: `data` without the fields added by `successBody`. */
export type PayloadOf<E extends Endpoint> = Omit<z.output<E['data']>, keyof Common>
