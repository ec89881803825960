/** Content of a console page as plain data, independent of its markup. */
export type Page = {
  title: string
  /** One sentence under the title. */
  intro?: string
  /** Breadcrumbs: the parent pages. */
  trail?: readonly Link[]
  /** Its neighbours: the parts of one project. */
  tabs?: readonly Tab[]
  /** The signed-in administrator; null during sign-in. */
  reader: Reader | null
  /** Result or error of the previous action. */
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

/** Content of a table cell: text, link, time, status or act. */
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
  /** Empty state text. */
  empty: string
  next?: Link | null
}

/** Something that can be done, by a form that works without script. */
export type Form = {
  kind: 'form'
  /** Form action URL. */
  action: string
  /** Label of the submit button. */
  submit: string
  tone?: 'plain' | 'main' | 'grave'
  /** Summary of a collapsed section, for rare or irreversible acts. */
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
