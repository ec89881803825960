import { type ReactNode, useContext } from 'react'
import { ConfirmAddress } from './ConfirmAddress.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { ReaderContext } from './reader-context.ts'

/** The frame of every page. The home page is itself a search, and leaves the header's out. */
export const Layout = ({ children, search = true }: { children: ReactNode; search?: boolean }) => {
  const reader = useContext(ReaderContext)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header search={search} reader={reader} />
      {reader.unconfirmed && <ConfirmAddress path={reader.path} />}
      {reader.notice !== null && (
        <p className="notice" role="status">
          {reader.notice}
        </p>
      )}
      <main id="main">{children}</main>
      <Footer />
    </>
  )
}
