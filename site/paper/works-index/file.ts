/** The index inside the data folder. It is derived: it may be deleted, and copied from one node to another. */
export const worksIndexFile = 'works.sqlite'
