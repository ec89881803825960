/** What a page of the console says, without how it looks: data that its markup is made of. */
export type Page = {
  title: string
  /** One sentence under the title. */
  intro?: string
  /** Where it stands: pages above it. */
  trail?: readonly Link[]
  /** Its neighbours: the parts of one project. */
  tabs?: readonly Tab[]
  /** Who is signed in; null on the way in. */
  reader: Reader | null
  /** What was done a moment ago, or why it was not. */
  said?: Said | null
  blocks: readonly Block[]
}

export type Link = { label: string; href: string }
export type Tab = Link & { isCurrent: boolean }
export type Said = { tone: 'done' | 'wrong'; text: string }
export type Reader = { email: string; role: string; nav: readonly Tab[] }

export type Block =
  | Facts
  | Table
  | Form
  | {
      kind: 'search'
      label: string
      name: string
      value: string
      action: string
      more?: readonly Field[]
      note?: string
    }
  | { kind: 'note'; tone?: 'plain' | 'wrong' | 'good'; text: string; link?: Link }
  | { kind: 'heading'; text: string; id?: string; note?: string }
  | { kind: 'text'; label: string; text: string }
  | { kind: 'mail'; src: string; title: string }
  | { kind: 'picture'; src: string; alt: string }
  | { kind: 'choices'; label: string; links: readonly Tab[] }
  | { kind: 'passkey'; label: string; action: string; options: string; ceremony: 'sign-in' | 'register' }

/** Names with their values. */
export type Facts = { kind: 'facts'; rows: readonly (readonly [name: string, value: Cell])[] }

/** What a cell holds: words, a link, a time, a state, or something that can be done. */
export type Cell =
  | string
  | { link: Link }
  | { time: number }
  | { badge: string; tone: 'good' | 'wrong' | 'plain' }
  | { code: string }
  | { lines: readonly string[] }
  | { form: Form }
  | { all: readonly Cell[] }

export type Table = {
  kind: 'table'
  caption: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** What would be here, where there is nothing. */
  empty: string
  next?: Link | null
}

/** Something that can be done, by a form that works without script. */
export type Form = {
  kind: 'form'
  /** Where it is sent. */
  action: string
  /** What the button says. */
  submit: string
  tone?: 'plain' | 'main' | 'grave'
  /** Shown as a line that opens: what is seldom wanted, or cannot be undone. */
  folded?: string
  help?: string
  groups: readonly { legend?: string; fields: readonly Field[] }[]
  hidden?: Readonly<Record<string, string>>
  sendsFiles?: boolean
}

export type Field = {
  name: string
  label: string
  help?: string
  type:
    | 'text'
    | 'secret'
    | 'email'
    | 'code'
    | 'lines'
    | 'choice'
    | 'check'
    | 'file'
    | 'date'
    | 'new-password'
    | 'password'
  options?: readonly { value: string; label: string }[]
  value?: string
  required?: boolean
}
