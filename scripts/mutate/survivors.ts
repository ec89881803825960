/** A change that no test notices, and why none is to be written. */
export type Survivor = {
  file: string
  /** The line before the change, and what became of it, without what is around. */
  before: string
  after: string
  why: string
}

/** Some changes of one file. */
const inFile = (file: string, ...survivors: readonly (readonly [before: string, after: string, why: string])[]) =>
  survivors.map(([before, after, why]): Survivor => ({ file, before, after, why }))

/** `npm run mutate` fails for a change that survives and is not here, and for one that is here and does not. */
export const survivors: readonly Survivor[] = [
  ...inFile(
    'site/kit/doi/doi.ts',
    [
      `const plain = /^10\\.\\d{4,9}\\/[a-z0-9._()/:;-]*[a-z0-9]$/`,
      `const plain = /^10\\.\\d{4,9}\\/[a-z0-9._()/:;-][a-z0-9]$/`,
      'It saves the longer way, which comes to the same.',
    ],
    [
      `if (input.length <= maxDoiBytes && plain.test(input)) return input as Doi`,
      `if (false) return input as Doi`,
      'It saves the longer way, which comes to the same.',
    ],
    [
      `if (input.length <= maxDoiBytes && plain.test(input)) return input as Doi`,
      `if (input.length < maxDoiBytes && plain.test(input)) return input as Doi`,
      'It saves the longer way, which comes to the same.',
    ],
    [
      `return bare === null ? null : doiFromText(percentDecoded(bare))`,
      `return false ? null : doiFromText(percentDecoded(bare))`,
      'The compiler asks for it: nothing is no DOI.',
    ],
    [
      `.replace(/[A-Z]+/g, letters => letters.toLowerCase())`,
      `.replace(/[A-Z]/g, letters => letters.toLowerCase())`,
      'It saves calls.',
    ],
    [`while (end > 0) {`, `while (end >= 0) {`, 'Of what is nothing but quotes and brackets, no end is a DOI.'],
    [
      `/^(?:(\\d{4}\\.\\d{4,5})|([a-z-]+)(?:\\.[a-z]{2})?\\/(\\d{7}))(?:v\\d+)?$/i.exec(id) ?? []`,
      `/^(?:(\\d{4}\\.\\d{4,5})|([a-z-]+)(?:\\.[a-z]{2})?\\/(\\d{7}))(?:v\\d+)?$/i.exec(id) ?? ["Stryker was here"]`,
      'The first of them is the whole, which nobody asks for.',
    ],
  ),
  ...inFile(
    'site/kit/doi/match-doi-path.ts',
    [
      `const isLabelled = /^\\/(?:doi:|info:doi|urn:doi:|(?:https?:\\/{1,2})?(?:www\\.|dx\\.)?doi\\.org\\/)/i.test(decoded)`,
      `const isLabelled = /\\/(?:doi:|info:doi|urn:doi:|(?:https?:\\/{1,2})?(?:www\\.|dx\\.)?doi\\.org\\/)/i.test(decoded)`,
      'A label further back is no part of what is read as a DOI.',
    ],
    [
      `if (!/[\\u0080-\\u00ff]/.test(path) || /[\\u0100-\\uffff]/.test(path)) return path`,
      `if (!/[^\\u0080-\\u00ff]/.test(path) || /[\\u0100-\\uffff]/.test(path)) return path`,
      'It saves decoding what has no such bytes. A path has at least a slash.',
    ],
  ),
  ...inFile('site/kit/doi/picture-path.ts', [
    `return match.kind === 'match' && match.action === 'paper' ? match.doi : null`,
    `return true && match.action === 'paper' ? match.doi : null`,
    'The compiler asks for it: nothing else has an action.',
  ]),
  ...inFile(
    'site/kit/doi/same-origin-path.ts',
    [
      `if (url?.origin !== origin) return null`,
      `if (false) return null`,
      'What is let in until here keeps the origin: this guards against a browser or Node that reads addresses otherwise.',
    ],
    [
      `if (url?.origin !== origin) return null`,
      `if (url.origin !== origin) return null`,
      'What is let in until here is an address.',
    ],
  ),
  ...inFile('site/kit/doi/split-action.ts', [
    `const end = segments[last]?.toLowerCase() ?? ''`,
    `const end = segments[last].toLowerCase() ?? ''`,
    'The compiler asks for it: a path has a segment.',
  ]),
  ...inFile(
    'site/kit/doi/pasted/publishers.ts',
    [
      `/^\\/(\\d{4}-\\d{3}[\\dX])\\/(\\d+)\\/(\\d+)\\/(\\d+)(?:\\/|$)/i.exec(path) ?? []`,
      `/^\\/(\\d{4}-\\d{3}[\\dX])\\/(\\d+)\\/(\\d+)\\/(\\d+)(?:\\/|$)/i.exec(path) ?? ["Stryker was here"]`,
      'The first of them is the whole, which nobody asks for.',
    ],
    [
      `const [, server = own, id] = /^\\/(?:preprints\\/)?(?:([a-z]+)\\/)?([a-z\\d]{5}(?:_v\\d+)?)(?:\\/|$)/i.exec(path) ?? []`,
      `const [, server = own, id] = /^\\/(?:preprints\\/)?(?:([a-z]+)\\/)?([a-z\\d]{5}(?:_v\\d+)?)(?:\\/|$)/i.exec(path) ?? ["Stryker was here"]`,
      'The first of them is the whole, which nobody asks for.',
    ],
    [
      `const year = /^[A-Z](\\d\\d)/.exec(id)?.[1]`,
      `const year = /[A-Z](\\d\\d)/.exec(id)?.[1]`,
      'No other part of such a name holds a capital.',
    ],
    [
      `const [, volume, page, year] = /^\\/articles\\/(\\d+)\\/(\\d+)\\/(\\d{4})(?:\\/|$)/.exec(path) ?? []`,
      `const [, volume, page, year] = /^\\/articles\\/(\\d+)\\/(\\d+)\\/(\\d{4})(?:\\/|$)/.exec(path) ?? ["Stryker was here"]`,
      'The first of them is the whole, which nobody asks for.',
    ],
  ),
  ...inFile(
    'site/kit/doi/pasted/address.ts',
    [
      `if (rest.length > 1 && /\\.(?:com|org|net|edu|gov|uk|eu)$/.test(dotted)) return dotted`,
      `if (rest.length > 1 && /\\.(?:com|org|net|edu|gov|uk|eu)/.test(dotted)) return dotted`,
      'What ends otherwise is the host of no publisher we know.',
    ],
    [
      `return readAddress(\`\${path.slice(at + 1).replace(/:\\/+/, '://')}\${url.search}\`)`,
      `return readAddress(\`\${path.slice(at + 1).replace(/:\\//, '://')}\${url.search}\`)`,
      'A URL may begin with more slashes than two.',
    ],
    [
      `const url = whole === null ? null : URL.parse(whole)`,
      `const url = false ? null : URL.parse(whole)`,
      'The compiler asks for it: nothing is no address.',
    ],
    [`if (at === -1) return null`, `if (false) return null`, 'A path alone is no address.'],
    [`if (at === -1) return null`, `if (at === +1) return null`, 'A path alone is no address.'],
  ),
  ...inFile(
    'site/kit/doi/pasted/clean.ts',
    [
      `const markdownLink = /^!?\\[[^\\]]*\\]\\(<?([^\\s)]+(?:\\([^\\s)]*\\)[^\\s)]*)*)>?\\)$/`,
      `const markdownLink = /!?\\[[^\\]]*\\]\\(<?([^\\s)]+(?:\\([^\\s)]*\\)[^\\s)]*)*)>?\\)$/`,
      'What stands before a link is words, with or without it.',
    ],
    [
      `.replace(/^(\\W?doi)\\s+(?=10)/i, '$1:')`,
      `.replace(/(\\W?doi)\\s+(?=10)/i, '$1:')`,
      'Text that does not begin with it has been left alone.',
    ],
  ),
  ...inFile(
    'site/kit/doi/pasted/identifiers.ts',
    [
      `const [, labelled, id = ''] = /^(arxiv\\s*[:/ ]\\s*(?:abs\\/)?)?([^\\s[\\]]+)(?:\\s*\\[[\\w.-]+\\])?$/i.exec(text) ?? []`,
      `const [, labelled, id = ''] = /^(arxiv\\s*[:/ ]\\s*(?:abs\\/)?)?([^\\s[\\]]+)(?:\\s*\\[[\\w.-]+\\])?$/i.exec(text) ?? ["Stryker was here"]`,
      'The first of them is the whole, which nobody asks for.',
    ],
    [
      `if (labelled === undefined && !isGivenOut(id)) return null`,
      `if (true && !isGivenOut(id)) return null`,
      'What is labelled is read as a DOI later, too.',
    ],
    [
      `const [, month = '', number = ''] = /^(\\d{4})\\.(\\d{4,5})(?:v\\d+)?$/.exec(id) ?? []`,
      `const [, month = '', number = ''] = /(\\d{4})\\.(\\d{4,5})(?:v\\d+)?$/.exec(id) ?? []`,
      'The whole is looked at once more when its DOI is made.',
    ],
    [
      `const [, month = '', number = ''] = /^(\\d{4})\\.(\\d{4,5})(?:v\\d+)?$/.exec(id) ?? []`,
      `const [, month = '', number = ''] = /^(\\d{4})\\.(\\d{4,5})(?:v\\d+)?/.exec(id) ?? []`,
      'The whole is looked at once more when its DOI is made.',
    ],
    [
      `const [, month = '', number = ''] = /^(\\d{4})\\.(\\d{4,5})(?:v\\d+)?$/.exec(id) ?? []`,
      `const [, month = '', number = ''] = /^(\\d{4})\\.(\\d{4,5})(?:v\\d+)?$/.exec(id) ?? ["Stryker was here"]`,
      'The first of them is the whole, which nobody asks for.',
    ],
    [
      `return oldArchives.has(/^([a-z-]+)(?:\\.[a-z]{2})?\\/\\d{7}(?:v\\d+)?$/i.exec(id)?.[1]?.toLowerCase() ?? '')`,
      `return oldArchives.has(/^([a-z-]+)(?:\\.[a-z]{2})?\\/\\d{7}(?:v\\d+)?$/i.exec(id)?.[1].toLowerCase() ?? '')`,
      'The whole is looked at once more when its DOI is made.',
    ],
    [
      `return oldArchives.has(/^([a-z-]+)(?:\\.[a-z]{2})?\\/\\d{7}(?:v\\d+)?$/i.exec(id)?.[1]?.toLowerCase() ?? '')`,
      `return oldArchives.has(/([a-z-]+)(?:\\.[a-z]{2})?\\/\\d{7}(?:v\\d+)?$/i.exec(id)?.[1]?.toLowerCase() ?? '')`,
      'The whole is looked at once more when its DOI is made.',
    ],
    [
      `return oldArchives.has(/^([a-z-]+)(?:\\.[a-z]{2})?\\/\\d{7}(?:v\\d+)?$/i.exec(id)?.[1]?.toLowerCase() ?? '')`,
      `return oldArchives.has(/^([a-z-]+)(?:\\.[a-z]{2})?\\/\\d{7}(?:v\\d+)?/i.exec(id)?.[1]?.toLowerCase() ?? '')`,
      'The whole is looked at once more when its DOI is made.',
    ],
    [
      `const pmc = /^(?:pmc\\s?id\\s*[:=]?\\s*)?pmc\\s?(\\d{3,9})(?:\\.\\d{1,2})?$/i.exec(text)?.[1]`,
      `const pmc = /^(?:pmc\\s?id\\s*[:=]?\\s)?pmc\\s?(\\d{3,9})(?:\\.\\d{1,2})?$/i.exec(text)?.[1]`,
      'A number with its label is found in a reference as well.',
    ],
    [
      `/^((?:urn:)?isbn(?:-?1[03])?\\s*[:=]?\\s*)?([\\d][\\d\\s-]{8,16}[\\dx])$/i.exec(text) ?? []`,
      `/^((?:urn:)?isbn(?:-?1[03])?\\s*[:=]?\\s*)?([\\d][\\d\\s-]{8,16}[\\dx])$/i.exec(text) ?? ["Stryker was here"]`,
      'The first of them is the whole, which nobody asks for.',
    ],
    [
      `const sum = (weight: (at: number) => number) => values.reduce((total, value, at) => total + value * weight(at), 0)`,
      `const sum = (weight: (at: number) => number) => values.reduce((total, value, at) => total - value * weight(at), 0)`,
      'A number that can be divided can be divided without its sign.',
    ],
    [`) ?? []`, `) ?? ["Stryker was here"]`, 'The first of them is the whole, which nobody asks for.'],
  ),
  ...inFile('site/kit/doi/pasted/read-pasted.ts', [
    `return id === undefined ? null : readArxivId(\`arxiv:\${id}\`)`,
    `return false ? null : readArxivId(\`arxiv:\${id}\`)`,
    'The compiler asks for it: nothing is no number of arXiv.',
  ]),
  ...inFile('site/kit/doi/paths.ts', [
    `if (!mayEndLikeAnAction(path)) return path`,
    `if (false) return path`,
    'It saves reading a path from the right.',
  ]),
  ...inFile(
    'site/accounts/sign-in/server/account.ts',
    [
      `if (recognised.kind !== 'account') throw new HttpProblem(401, 'Please log in again.')`,
      `if (false) throw new HttpProblem(401, 'Please log in again.')`,
      'The compiler asks for it: who has no account has been refused by then, by the same session.',
    ],
    [
      `if (recognised.kind !== 'account') throw new HttpProblem(401, 'Please log in again.')`,
      `if (recognised.kind !== 'account') ;`,
      'As above.',
    ],
  ),
  ...inFile(
    'site/accounts/sign-in/server/authenticate.ts',
    [
      `return found.kind === 'refused' && found.errorType === 'unable_to_auth_magic_link'`,
      `return true && found.errorType === 'unable_to_auth_magic_link'`,
      'The compiler asks for it: who does not answer gives no type.',
    ],
    [
      `if (!isSessionToken(token)) return { kind: 'nobody' }`,
      `if (!isSessionToken(token)) return {}`,
      'Whatever is no account is answered alike, and no cookie is of such a token.',
    ],
  ),
  ...inFile(
    'site/accounts/sign-in/server/browser-session.ts',
    [
      `if (token === undefined || recognised.kind === 'nobody') return`,
      `if (false || recognised.kind === 'nobody') return`,
      'The compiler asks for it: who has no token is nobody.',
    ],
    [
      `if (answer.kind === 'refused' && answer.status === 429) throw new Error(answer.message)`,
      `if (true && answer.status === 429) throw new Error(answer.message)`,
      'The compiler asks for it: an answer that is no refusal has no status.',
    ],
  ),
  ...inFile('site/accounts/sign-in/server/calls.ts', [
    `if (answer.kind === 'refused' && answer.errorType === 'invalid_pkce_code_challenge') {`,
    `if (true && answer.errorType === 'invalid_pkce_code_challenge') {`,
    'The compiler asks for it: what is no refusal has no type.',
  ]),
  ...inFile('site/accounts/sign-in/server/login-note.ts', [
    `} catch { …`,
    `} catch {}`,
    'Nothing is as good as null: neither has the id of a link.',
  ]),
  ...inFile(
    'site/accounts/sign-in/server/provider.ts',
    [
      `{ method, headers, again, ...(body !== undefined && { body: JSON.stringify(body) }) },`,
      `{ method, headers, again, ...(true && { body: JSON.stringify(body) }) },`,
      'The compiler asks for it: nothing makes no JSON, and that is no body.',
    ],
    [
      `if (answer.status < 300) return { kind: 'success', body: json }`,
      `if (answer.status <= 300) return { kind: 'success', body: json }`,
      'What leads elsewhere is no answer of an outside service.',
    ],
    [
      `said.kind === 'refused' && unrecoverableErrorTypes.some((known: ErrorType) => known === said.errorType)`,
      `true && unrecoverableErrorTypes.some((known: ErrorType) => known === said.errorType)`,
      'The compiler asks for it: what is no refusal has no type.',
    ],
    [`} catch { …`, `} catch {}`, 'Nothing has no form that is looked for either.'],
  ),
  ...inFile('site/accounts/sign-in/server/reset-password.ts', [
    `return found.kind === 'refused' && deadTypes.has(found.errorType)`,
    `return true && deadTypes.has(found.errorType)`,
    'The compiler asks for it: who does not answer gives no type.',
  ]),
  ...inFile(
    'site/accounts/sign-in/server/session-keys.ts',
    [
      `let fetches: number[] = []`,
      `let fetches: number[] = ["Stryker was here"]`,
      'It is no time, and is forgotten before they are counted.',
    ],
    [
      `const keys = answer.kind === 'answer' && answer.status === 200 ? readKeySet(parse(answer.body)) : null`,
      `const keys = true && answer.status === 200 ? readKeySet(parse(answer.body)) : null`,
      'The compiler asks for it: what is no answer is no success.',
    ],
    [`} catch { …`, `} catch {}`, 'Nothing is no key set either.'],
  ),
  ...inFile(
    'site/accounts/sign-in/server/store.ts',
    [
      `const row = await (engineOf(tx) === 'sqlite' ? found : found.forShare()).executeTakeFirst()`,
      `const row = await (true ? found : found.forShare()).executeTakeFirst()`,
      'The lock is for PostgreSQL, on which the same tests run, and `user-events.test.ts` with votes at the same moment.',
    ],
    [
      `export const holdAccount = async (tx: Transaction<SignInTables>, userId: string): Promise<void> => { …`,
      `export const holdAccount = async (tx: Transaction<SignInTables>, userId: string): Promise<void> => {}`,
      'As above.',
    ],
    [
      `await (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).execute()`,
      `await (true ? found : found.forUpdate()).execute()`,
      'As above.',
    ],
    [
      `const row = await (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).executeTakeFirst()`,
      `const row = await (true ? found : found.forUpdate()).executeTakeFirst()`,
      'The lock is for PostgreSQL, on which the same tests run, `store.test.ts` with ten wipes at the same moment.',
    ],
  ),
  ...inFile('site/readers/votes/calls.ts', [
    `if (isNew) await limits.take('knownVoter', voterOn(doi, person))`,
    `if (true) await limits.take('knownVoter', voterOn(doi, person))`,
    'It is only asked whether somebody has spent any point, and who is not new has.',
  ]),
  ...inFile('site/readers/votes/delete-votes.ts', [
    `const taken = await (upTo === null ? votes : votes.where('updated_at', '<=', upTo))`,
    `const taken = await (true ? votes : votes.where('updated_at', '<=', upTo))`,
    'The papers were chosen by the same moment; it matters on PostgreSQL alone, for a vote that changes while its paper is waited for.',
  ]),
  ...inFile(
    'site/readers/votes/move-votes.ts',
    [
      `if (await hasVotes(db, visitor))`,
      `if (true)`,
      'It saves a transaction for those who have no votes, nearly everybody.',
    ],
    [
      `if (taken.length === 0) return 0`,
      `if (false) return 0`,
      'On PostgreSQL alone somebody else may have moved them while they were waited for.',
    ],
  ),
  ...inFile(
    'site/readers/votes/voted-papers.ts',
    [
      `const rows = await (engineOf(tx) === 'sqlite' ? counts : counts.forUpdate()).execute()`,
      `const rows = await (true ? counts : counts.forUpdate()).execute()`,
      'The lock is for PostgreSQL, on which the same tests race.',
    ],
    [
      `if (papers.length === 0) return`,
      `if (false) return`,
      'An empty list is no mistake on SQLite; it is one on PostgreSQL, on which the same tests run.',
    ],
  ),
  ...inFile('server-kit/limits/create-limits.ts', [
    `if (taken.kind === 'refused' || taken.remaining / taken.points < least.remaining / least.points) least = taken`,
    `if (taken.kind === 'refused' || taken.remaining / taken.points <= least.remaining / least.points) least = taken`,
    'Of two networks that have as much left, either may be told.',
  ]),
  ...inFile('server-kit/database/commit-group.ts', [
    `if (!isSqliteBusy(error) || performance.now() > deadline) throw error`,
    `if (!isSqliteBusy(error) || performance.now() >= deadline) throw error`,
    'A wait that is over in this very moment may be over.',
  ]),
  ...inFile('server-kit/database/committed-inserts.ts', [
    `InsertQueryNode.is(query) ? query.into?.table.identifier.name : undefined`,
    `InsertQueryNode.is(query) ? query.into.table.identifier.name : undefined`,
    'The compiler asks for it: an insert of ours says where.',
  ]),
  ...inFile(
    'server-kit/database/migrate.ts',
    [
      `const ordered = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))`,
      `const ordered = migrations.toSorted((a, b) => (a.name <= b.name ? -1 : 1))`,
      'Two of one name are refused, in whatever order they are.',
    ],
    [
      `const twice = ordered.find((migration, index) => migration.name === ordered[index + 1]?.name)`,
      `const twice = ordered.find((migration, index) => migration.name === ordered[index - 1]?.name)`,
      'Of two neighbours it is the other one that is found, by the same name.',
    ],
  ),
  ...inFile('server-kit/database/postgres-dialect.ts', [
    `keepAlive: true,`,
    `keepAlive: false,`,
    'It notices connections that something on the way has forgotten, which takes hours.',
  ]),
  ...inFile(
    'server-kit/database/postgres-driver.ts',
    [
      `} catch { …`,
      `} catch {}`,
      `What \`pg\` knows to be broken it does not keep either; this is for a connection that the server is about to end.`,
    ],
    [`this.#unfit = true`, `this.#unfit = false`, 'As above.'],
    [`if (table !== undefined) {`, `if (true) {`, 'The compiler asks for it: nobody listens for what has no name.'],
  ),
  ...inFile(
    'server-kit/database/prepare-query.ts',
    [`count = build.length - 1,`, `count = build.length + 1,`, 'A stand-in that is not asked for goes nowhere.'],
    [`if (insert === undefined) {`, `if (true) {`, 'It saves building the statement anew.'],
  ),
  ...inFile(
    'server-kit/database/run-transaction.ts',
    [
      `await sleep(Math.random() * 5 * 2 ** attempt)`,
      `await sleep(Math.random() * 5 / 2 ** attempt)`,
      'How long it waits is for those that meet many times.',
    ],
    [`await sleep(Math.random() * 5 * 2 ** attempt)`, `await sleep(Math.random() / 5 * 2 ** attempt)`, 'As above.'],
  ),
  ...inFile(
    'server-kit/database/sqlite-dialect.ts',
    [
      `const writer = new DatabaseSync(file, { timeout: 10_000 })`,
      `const writer = new DatabaseSync(file, {})`,
      `It is for processes that open the file in the same moment; \`processes.slow.test.ts\` starts such.`,
    ],
    [
      `const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: true })`,
      `const reader = new DatabaseSync(file, {})`,
      'Only what reads is sent to it: this is a second lock.',
    ],
    [
      `const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: true })`,
      `const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: false })`,
      'As above.',
    ],
    [`reader.exec(\` …`, `;`, `It makes reading quicker, which is measured by \`bench\`.`],
    [
      `override get supportsMultipleConnections(): boolean { …`,
      `override get supportsMultipleConnections(): boolean {}`,
      'Kysely asks whether it is false.',
    ],
  ),
  ...inFile(
    'server-kit/database/sqlite-driver.ts',
    [
      `this.#engine.release.run()`,
      `;`,
      'A commit takes open savepoints along; released, they do not pile up before it.',
    ],
    [
      `if (table !== undefined) this.#inserted.add(table)`,
      `if (true) this.#inserted.add(table)`,
      'The compiler asks for it: nobody listens for what has no name.',
    ],
    [
      `if (table !== undefined) inserts.announce(new Set([table]))`,
      `if (true) inserts.announce(new Set([table]))`,
      'As above.',
    ],
    [
      `return /^\\s*(vacuum|pragma|attach|detach)\\b/i.test(sql) ? 'alone' : 'write'`,
      `return /\\s*(vacuum|pragma|attach|detach)\\b/i.test(sql) ? 'alone' : 'write'`,
      'What runs alone is written as well; the start saves that for what must.',
    ],
  ),
  ...inFile(
    'identity/accounts/contacts/attach.ts',
    [
      `if (claimed === null) throw new Outdated('Somebody else claimed the address before it was given up.')`,
      `if (claimed === null) ;`,
      'On PostgreSQL alone somebody may claim it between two statements.',
    ],
    [
      `if (claimed === null) throw new Outdated('Somebody else claimed the address before it was given up.')`,
      `if (false) throw new Outdated('Somebody else claimed the address before it was given up.')`,
      'On PostgreSQL alone somebody may claim it between two statements.',
    ],
  ),
  ...inFile(
    'identity/accounts/contacts/contact-store.ts',
    [
      `if (found === null) throw new Outdated('An address was given up between two statements.')`,
      `if (found === null) ;`,
      'On PostgreSQL alone it may be given up between two statements.',
    ],
    [
      `if (found === null) throw new Outdated('An address was given up between two statements.')`,
      `if (false) throw new Outdated('An address was given up between two statements.')`,
      'On PostgreSQL alone it may be given up between two statements.',
    ],
  ),
  ...inFile('identity/factors/contacts/email-factor.ts', [
    `secrets: [],`,
    `secrets: ["Stryker was here"],`,
    'It says to a test of all factors what to count, and no secret is of that kind.',
  ]),
  ...inFile('identity/factors/contacts/phone-number-factor.ts', [
    `secrets: [],`,
    `secrets: ["Stryker was here"],`,
    'As with addresses.',
  ]),
  ...inFile(
    'identity/factors/magic-links/calls.ts',
    [
      `const whose = attach === null ? userId : heldToAttach(emails, project.id, userId, attach)`,
      `const whose = false ? userId : heldToAttach(emails, project.id, userId, attach)`,
      'It saves a question: nobody has no address.',
    ],
    [
      `} else if (!(await proveEmail(core, held, emailId))) refuse('unable_to_auth_magic_link')`,
      `} else if (!(await proveEmail(core, held, emailId))) ;`,
      'Only an address that is taken away in the same moment is not there.',
    ],
    [
      `if (email === null) refuse('unable_to_auth_magic_link')`,
      `if (false) refuse('unable_to_auth_magic_link')`,
      'The compiler asks for it: what was just proved is there.',
    ],
    [`if (email === null) refuse('unable_to_auth_magic_link')`, `if (email === null) ;`, 'As above.'],
    [
      `if (parsed.kind === 'email') return parsed.email`,
      `if (true) return parsed.email`,
      'The compiler asks for it: only addresses are kept.',
    ],
    [`context.addIssue({ code: 'custom' })`, `context.addIssue({})`, 'As above.'],
  ),
  ...inFile('identity/factors/magic-links/factor.ts', [
    `notices: [],`,
    `notices: ["Stryker was here"],`,
    'It tells the words for a change by its name, and none is called so.',
  ]),
  ...inFile(
    'identity/factors/otps/calls.ts',
    [
      `if (asked.failures >= guessesPerCode) refuse('unable_to_auth_otp_code')`,
      `if (false) refuse('unable_to_auth_otp_code')`,
      'It saves a statement that looks at no more guesses than so many.',
    ],
    [
      `if (asked.failures >= guessesPerCode) refuse('unable_to_auth_otp_code')`,
      `if (asked.failures > guessesPerCode) refuse('unable_to_auth_otp_code')`,
      'As above.',
    ],
    [
      `if (asked.failures >= guessesPerCode) refuse('unable_to_auth_otp_code')`,
      `if (asked.failures >= guessesPerCode) ;`,
      'As above.',
    ],
    [
      `else if (!(await proveFactor(core, held, channel, factorId))) refuse('unable_to_auth_otp_code')`,
      `else if (!(await proveFactor(core, held, channel, factorId))) ;`,
      'Only an address that is taken away in the same moment is not there.',
    ],
    [
      `throw new TypeError('A passcode was kept for what is no address.')`,
      `;`,
      'The compiler asks for it: only addresses are kept.',
    ],
    [`if (parsed.kind === 'email') return parsed.email`, `if (true) return parsed.email`, 'As above.'],
  ),
  ...inFile('identity/factors/otps/check-phone-number.ts', [
    `if (!parsed.isValid() || country === undefined) return { kind: 'refused', errorType: 'invalid_phone_number' }`,
    `if (!parsed.isValid() || false) return { kind: 'refused', errorType: 'invalid_phone_number' }`,
    'The compiler asks for it: what is in no country has been refused, or is not valid.',
  ]),
  ...inFile('identity/factors/otps/factor.ts', [
    `notices: [],`,
    `notices: ["Stryker was here"],`,
    'It tells the words for a change by its name, and none is called so.',
  ]),
  ...inFile('identity/factors/passkeys/factor.ts', [
    `secrets: ['passkey_registration', 'passkey_sign_in'],`,
    `secrets: [],`,
    'It says to a test of all factors what to count; the rows of its tables are counted as well.',
  ]),
  ...inFile(
    'identity/factors/passkeys/registration-calls.ts',
    [
      `if (user === null) refuse('session_not_found')`,
      `if (false) refuse('session_not_found')`,
      'A session that is held has a user; the compiler asks for it.',
    ],
    [`if (user === null) refuse('session_not_found')`, `if (user === null) ;`, 'As above.'],
    [
      `if (registration === null) return refused()`,
      `if (false) return refused()`,
      'A challenge of a registration says what is registered; the compiler asks for it.',
    ],
  ),
  ...inFile('identity/factors/passkeys/sign-in-calls.ts', [
    `if (challenge.isOfSession && passkey.userId !== session?.userId) refuse('webauthn_registration_not_found')`,
    `if (challenge.isOfSession && passkey.userId !== session.userId) refuse('webauthn_registration_not_found')`,
    'A challenge of a session was answered in it; the compiler asks for it.',
  ]),
  ...inFile(
    'identity/factors/passwords/breaches/sorted-hash-file.ts',
    [`closeSync(file)`, `;`, 'What stays open nobody sees: it is closed with the process.'],
    [`if (file !== undefined) closeSync(file)`, `if (false) closeSync(file)`, 'As above.'],
    [`if (file !== undefined) closeSync(file)`, `if (file !== undefined) ;`, 'As above.'],
    [`while (high - low > smallPart) {`, `while (false) {`, 'It saves reading the whole file at once.'],
    [`while (high - low > smallPart) {`, `while (high - low >= smallPart) {`, 'A part may be halved once more.'],
    [
      `if (hashAfter(middle) <= sha1) low = middle`,
      `if (hashAfter(middle) < sha1) low = middle`,
      'What is read in the end also holds the hash of the line that begins next.',
    ],
    [
      `return { kind: read(low, high - low + longestLine).includes(sha1) ? 'found' : 'not-found' }`,
      `return { kind: read(low, high + low + longestLine).includes(sha1) ? 'found' : 'not-found' }`,
      'It reads more of the file than it must.',
    ],
  ),
  ...inFile(
    'identity/factors/passwords/calls.ts',
    [
      `if (extended === null) refuse('session_not_found')`,
      `if (extended === null) ;`,
      'A session that is held can be extended; the compiler asks for it.',
    ],
    [`if (extended === null) refuse('session_not_found')`, `if (false) refuse('session_not_found')`, 'As above.'],
    [
      `if (found?.userId !== userId) throw new Outdated('The address went to somebody else before its user was held.')`,
      `if (found?.userId !== userId) ;`,
      'On PostgreSQL alone somebody may come between the two.',
    ],
    [
      `if (found?.userId !== userId) throw new Outdated('The address went to somebody else before its user was held.')`,
      `if (false) throw new Outdated('The address went to somebody else before its user was held.')`,
      'As above.',
    ],
    [
      `if (found?.userId !== userId) throw new Outdated('The address went to somebody else before its user was held.')`,
      `if (found.userId !== userId) throw new Outdated('The address went to somebody else before its user was held.')`,
      'As above.',
    ],
  ),
  ...inFile(
    'identity/factors/passwords/factor.ts',
    [
      `secrets: ['password_reset', 'reset_login'],`,
      `secrets: [],`,
      'It says to a test of all factors what to count; the rows of its table are counted as well.',
    ],
    [
      `close: async () => breaches.close(),`,
      `close: () => undefined,`,
      'A file that stays open nobody sees: it is closed with the process.',
    ],
  ),
  ...inFile(
    'identity/factors/passwords/hashing/verify-hash.ts',
    [
      `scrypt(password, salt, length, options, (error, key) => (error === null ? resolve(key) : reject(error))),`,
      `scrypt(password, salt, length, options, (error, key) => (true ? resolve(key) : reject(error))),`,
      'A key that is missing is a mistake as well, which is caught in the same place.',
    ],
    [
      `if (parsed === null) return false`,
      `if (false) return false`,
      'The compiler asks for it: to look into what is null is a mistake that is caught, with the same answer.',
    ],
  ),
  ...inFile(
    'identity/factors/passwords/start-reset.ts',
    [
      `if (owner !== userId) throw new Outdated('The address went to somebody else before its user was held.')`,
      `if (owner !== userId) ;`,
      'On PostgreSQL alone somebody may come between the two.',
    ],
    [
      `if (owner !== userId) throw new Outdated('The address went to somebody else before its user was held.')`,
      `if (false) throw new Outdated('The address went to somebody else before its user was held.')`,
      'As above.',
    ],
  ),
  ...inFile(
    'identity/factors/passwords/strength/turns.ts',
    [
      `if (left > 0) underWay.set(sender, left)`,
      `if (true) underWay.set(sender, left)`,
      'It saves memory: a sender with none under way is remembered or not.',
    ],
    [`if (left > 0) underWay.set(sender, left)`, `if (left >= 0) underWay.set(sender, left)`, 'As above.'],
  ),
  ...inFile(
    'identity/factors/totps/calls.ts',
    [
      `if (user === null) refuse('session_not_found')`,
      `if (false) refuse('session_not_found')`,
      'A session that is held has a user; the compiler asks for it.',
    ],
    [`if (user === null) refuse('session_not_found')`, `if (user === null) ;`, 'As above.'],
    [
      `refuse('unable_to_authenticate_totp')`,
      `;`,
      'No step can be spent that is none: the transaction refuses it once more.',
    ],
  ),
  ...inFile('identity/factors/totps/store.ts', [
    `return (row?.guesses_since ?? now) + guessWindow`,
    `return (row.guesses_since ?? now) + guessWindow`,
    'Only an app that is removed in the same moment is not found.',
  ]),
  ...inFile('identity/factors/totps/factor.ts', [
    `secrets: ['recovery_code'],`,
    `secrets: [],`,
    'It says to a test of all factors what to count; the rows of its table are counted as well.',
  ]),
  ...inFile('server-kit/http/answer-problem.ts', [
    `return (await headersOf?.(c)) ?? {}`,
    `return (await headersOf(c)) ?? {}`,
    'What goes wrong there is left out, and so is what is not there.',
  ]),
  ...inFile(
    'server-kit/http/check-host.ts',
    [
      `export const checkHost = (rawHeaders: readonly string[] = []): void => {`,
      `export const checkHost = (rawHeaders: readonly string[] = ["Stryker was here"]): void => {`,
      'It is not the name of a host.',
    ],
    [
      `for (let index = 0; index < rawHeaders.length; index += 2) {`,
      `for (let index = 0; index <= rawHeaders.length; index += 2) {`,
      'There is no name after the last one.',
    ],
    [
      `if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1`,
      `if (true && name.toLowerCase() === 'host') hosts += 1`,
      'It saves a copy of each name.',
    ],
    [
      `if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1`,
      `if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1`,
      'The compiler asks for it: the name is one of the list.',
    ],
  ),
  ...inFile('server-kit/http/check-url.ts', [
    `if (!url.includes('%')) return`,
    `if (false) return`,
    'It saves decoding what holds no percent sign.',
  ]),
  ...inFile('server-kit/http/client-address.ts', [
    `if (forwardedFor === undefined || isIP(socketAddress) === 0 || !isTrusted(socketAddress, proxies))`,
    `if (forwardedFor === undefined || false || !isTrusted(socketAddress, proxies))`,
    'Node 26 says of what is no address that it is in no list; it does not promise that.',
  ]),
  ...inFile(
    'server-kit/http/compress-answer.ts',
    [
      `gzip: text => promisify(gzip)(text, { level: 5 }),`,
      `gzip: text => promisify(gzip)(text, {}),`,
      'How well it is compressed is measured by `bench`.',
    ],
    [`promisify(brotliCompress)(text, { …`, `promisify(brotliCompress)(text, {}),`, 'As above.'],
    [
      `params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },`,
      `params: {},`,
      'As above.',
    ],
  ),
  ...inFile(
    'server-kit/http/create-http.ts',
    [
      `const socketAddress = c.env?.incoming?.socket.remoteAddress ?? 'unknown'`,
      `const socketAddress = c.env?.incoming.socket.remoteAddress ?? 'unknown'`,
      'Who has an environment has a request in it.',
    ],
    [`checkHost(c.env?.incoming?.rawHeaders)`, `checkHost(c.env?.incoming.rawHeaders)`, 'As above.'],
    [`if (said === undefined) return null`, `if (false) return null`, 'It would only be written to the log.'],
    [
      `if (!logger.isLevelEnabled(level)) return`,
      `if (false) return`,
      'It saves making a line that the log leaves out.',
    ],
  ),
  ...inFile(
    'server-kit/http/default-headers.ts',
    [`if (outgoing !== undefined) {`, `if (false) {`, 'It saves touching the answer, of which the same would come.'],
    [`if (outgoing !== undefined) { …`, `if (outgoing !== undefined) {}`, 'As above.'],
    [
      `for (const [name, value] of headers) if (!answer.has(name)) answer.set(name, value)`,
      `for (const [name, value] of headers) if (true) answer.set(name, value)`,
      'Hono puts the headers of the old answer over those of the new one.',
    ],
  ),
  ...inFile('server-kit/http/http-problem.ts', [
    `new HttpProblem(400, 'The body ended early: send it again.', { kind: 'malformed-body', cause })`,
    `new HttpProblem(400, 'The body ended early: send it again.', {})`,
    'It tells whoever looks for the reason more than the sentence does.',
  ]),
  ...inFile('server-kit/http/limit-body.ts', [
    `c.req.raw = new Request(c.req.raw, { body: new Blob(await readChunks(c.req.raw.body ?? [], limit)) })`,
    `c.req.raw = new Request(c.req.raw, { body: new Blob(await readChunks(c.req.raw.body ?? ["Stryker was here"], limit)) })`,
    'The compiler asks for it: what comes in chunks over a socket has a body.',
  ]),
  ...inFile(
    'server-kit/http/node-handler.ts',
    [
      `if (incoming === undefined || outgoing === undefined) {`,
      `if (incoming === undefined && outgoing === undefined) {`,
      'The two come together.',
    ],
    [
      `if (incoming === undefined || outgoing === undefined) {`,
      `if (false || outgoing === undefined) {`,
      'The two come together.',
    ],
    [
      `if (incoming === undefined || outgoing === undefined) {`,
      `if (incoming === undefined || false) {`,
      'The two come together.',
    ],
  ),
  ...inFile(
    'server-kit/http/read-body.ts',
    [
      `const mediaType = (contentType: string | undefined): string => contentType?.split(';')[0]?.trim().toLowerCase() ?? ''`,
      `const mediaType = (contentType: string | undefined): string => contentType?.split(';')[0].trim().toLowerCase() ?? ''`,
      'The compiler asks for it: a text that is split has a first part.',
    ],
    [
      `if (issue === undefined) return 'The body does not have the right form.'`,
      `if (false) return 'The body does not have the right form.'`,
      'The compiler asks for it: what is refused has a reason.',
    ],
  ),
  ...inFile(
    'server-kit/http/request-id.ts',
    [`if (known !== undefined) return known`, `if (false) return known`, 'It saves making a log for each line.'],
    [`c.set('requestLog', log)`, `;`, 'As above.'],
  ),
  ...inFile(
    'server-kit/http/spliced-gzip.ts',
    [
      `...(before.byteLength > 0 && { dictionary: before }),`,
      `...(true && { dictionary: before }),`,
      'A dictionary of nothing is none.',
    ],
    [
      `...(before.byteLength > 0 && { dictionary: before }),`,
      `...(before.byteLength >= 0 && { dictionary: before }),`,
      'A dictionary of nothing is none.',
    ],
  ),
  ...inFile(
    'server-kit/http/static-files.ts',
    [
      `const compressible = /^(text\\/|application\\/(json|manifest\\+json|wasm|xml)|image\\/(svg|x-icon))/`,
      `const compressible = /(text\\/|application\\/(json|manifest\\+json|wasm|xml)|image\\/(svg|x-icon))/`,
      'No type has another in it.',
    ],
    [
      `new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))`,
      `new Uint8Array(brotliCompressSync(plain, {}))`,
      'It saves time at the start.',
    ],
    [
      `new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))`,
      `new Uint8Array(brotliCompressSync(plain, { params: {} }))`,
      'It saves time at the start.',
    ],
  ),
  ...inFile('server-kit/overload/busy-answer.ts', [
    `pages.set(key, known)`,
    `;`,
    'It saves making a page that is the same each time.',
  ]),
  ...inFile(
    'server-kit/overload/shed-load.ts',
    [`let arrived = false`, `let arrived = true`, 'It is set before it is read.'],
    [
      `const path = query < 0 ? url : url.slice(0, query)`,
      `const path = query <= 0 ? url : url.slice(0, query)`,
      'Node takes no address that begins with a question mark.',
    ],
    [
      `const first = scheduled || timer !== undefined ? null : room.firstDeadline()`,
      `const first = false ? null : room.firstDeadline()`,
      'It saves timers: each looks for itself who has waited too long.',
    ],
    [
      `const first = scheduled || timer !== undefined ? null : room.firstDeadline()`,
      `const first = scheduled && timer !== undefined ? null : room.firstDeadline()`,
      'As above.',
    ],
    [
      `const first = scheduled || timer !== undefined ? null : room.firstDeadline()`,
      `const first = scheduled || false ? null : room.firstDeadline()`,
      'As above.',
    ],
  ),
  ...inFile(
    'server-kit/overload/waiting-room.ts',
    [
      `for (let n = 0; n < lines.length; n++) {`,
      `for (let n = 0; n <= lines.length; n++) {`,
      'It looks a second time where nobody may begin.',
    ],
    [
      `if (line === undefined || !mayBegin(line)) continue`,
      `if (false || !mayBegin(line)) continue`,
      'The compiler asks for it: the place is one of the list.',
    ],
    [
      `if (first === undefined) continue`,
      `if (false) continue`,
      'The compiler asks for it: in a line where somebody may begin, somebody waits.',
    ],
  ),
  ...inFile('identity/platform/sealing/open-sealer.ts', [
    `await requireOpenable(db, columns, known.length === 0 ? [] : createSealer(known).prefixes, settings)`,
    `await requireOpenable(db, columns, known.length === 0 ? ["Stryker was here"] : createSealer(known).prefixes, settings)`,
    'Nothing that is sealed begins so.',
  ]),
  ...inFile(
    'identity/protection/captcha/services/index.ts',
    [
      `const at = (url: string) => (base === null ? url : url.replace('https:/', base))`,
      `const at = (url: string) => (false ? url : url.replace('https:/', base))`,
      'Without a server that plays them, services of others would be asked.',
    ],
    [
      `'recaptcha-v2': siteVerify(recaptcha, { action: false, score: false }),`,
      `'recaptcha-v2': siteVerify(recaptcha, {}),`,
      'What is left out is not known either; the compiler asks for it.',
    ],
  ),
  ...inFile('identity/protection/devices/device-id.ts', [
    `const [text = '', mac = ''] = id.startsWith(prefix) ? id.slice(prefix.length).split('.') : []`,
    `const [text = '', mac = ''] = id.startsWith(prefix) ? id.slice(prefix.length).split('.') : ["Stryker was here"]`,
    'It brings no signature either.',
  ]),
  ...inFile('identity/protection/server-key.ts', [
    `async up(db) { …`,
    `async up(db) {},`,
    'Tests of a provider begin with a copy of a database that was made before the change was on.',
  ]),
  ...inFile('identity/platform/sealing/sealer.ts', [
    `const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceSize), { authTagLength: tagSize })`,
    `const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceSize), {})`,
    'Node 26 takes no shorter tag by itself; Node 24, which may run this too, would.',
  ]),
  ...inFile(
    'identity/accounts/single-use/secrets-of.ts',
    [
      `{ except = [], sparing = [] }: { except?: readonly SecretKind[]; sparing?: readonly string[] },`,
      `{ except = ["Stryker was here"], sparing = [] }: { except?: readonly SecretKind[]; sparing?: readonly string[] },`,
      'No kind is called so.',
    ],
    [
      `{ except = [], sparing = [] }: { except?: readonly SecretKind[]; sparing?: readonly string[] },`,
      `{ except = [], sparing = ["Stryker was here"] }: { except?: readonly SecretKind[]; sparing?: readonly string[] },`,
      'No subject is called so.',
    ],
  ),
  ...inFile(
    'identity/accounts/sessions/keys.ts',
    [
      `if (await isThere(db)) return`,
      `if (false) return`,
      'It saves making a key that is thrown away: whether one is there is asked once more under the lock.',
    ],
    [`if (known !== undefined) return known`, `if (false) return known`, 'It saves opening a key once a second.'],
    [`opened.set(id, key)`, `;`, 'It saves opening a key once a second.'],
  ),
  ...inFile(
    'identity/accounts/sessions/live-session.ts',
    [
      `if (!tokenForm.test(token)) return null`,
      `if (false) return null`,
      'It saves a question to the database: the hash of what is no token is nowhere in it.',
    ],
    [`const tokenForm = /^[\\w-]{43}$/`, `const tokenForm = /[\\w-]{43}$/`, 'As above.'],
    [`const tokenForm = /^[\\w-]{43}$/`, `const tokenForm = /^[\\w-]{43}/`, 'As above.'],
  ),
  ...inFile('identity/accounts/sessions/store.ts', [
    `if (lastAccessedAt > before) return`,
    `if (false) return`,
    'It saves a statement that looks at the same time.',
  ]),
  ...inFile(
    'identity/accounts/sessions/tables.ts',
    [
      `if (engineOf(db) !== 'sqlite') return`,
      `if (false) return`,
      'The engine is SQLite here, as it is in the tests of this folder that `npm run mutate` runs.',
    ],
    [
      `if (engineOf(db) === 'sqlite') {`,
      `if (true) {`,
      'The engine is SQLite here, as it is in the tests of this folder that `npm run mutate` runs.',
    ],
    [
      `async up(db) { …`,
      `async up(db) {},`,
      'It changes rows that an older version wrote; none of ours begins with such.',
    ],
  ),
  ...inFile(
    'server-kit/outbox/job-store.ts',
    [
      `const postgres = engineOf(db) === 'postgres'`,
      `const postgres = false`,
      'The lock is for PostgreSQL, on which the same tests run, and `outbox.slow.test.ts` with several processes.',
    ],
    [`.$if(postgres, query => query.forUpdate().skipLocked()),`, `.$if(postgres, () => undefined),`, 'As above.'],
  ),
  ...inFile(
    'server-kit/outbox/worker.ts',
    [
      `const turnOfTheEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve))`,
      `const turnOfTheEventLoop = () => undefined`,
      'It saves claims: one takes the places of all jobs that end together.',
    ],
    [`let lookAgain = false`, `let lookAgain = true`, 'It is set before it is read.'],
    [
      `if (stopping || free <= 0) return`,
      `if (stopping || free < 0) return`,
      'It saves a claim: one of no jobs takes none.',
    ],
    [`if (stopping || free <= 0) return`, `if (stopping || false) return`, 'As above.'],
    [
      `await handlers.get(job.kind)?.(JSON.parse(job.payload), { id, key, enqueuedAt, attempt: attempts, signal })`,
      `await handlers.get(job.kind)(JSON.parse(job.payload), { id, key, enqueuedAt, attempt: attempts, signal })`,
      'Only kinds that have a handler are claimed.',
    ],
    [
      `if (await isAnyDue(db, kinds, now())) await look()`,
      `if (true) await look()`,
      'It saves claims: looking finds out for itself whether there is a job.',
    ],
    [`wake()`, `;`, 'Who has stopped takes nothing, whoever wakes it.'],
  ),
]
