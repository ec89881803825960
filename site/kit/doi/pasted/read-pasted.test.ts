import { existsSync, readFileSync } from 'node:fs'
import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDois, parseDoi } from '../doi.ts'
import { doiUrl } from '../doi-in-path.ts'
import { dois } from '../testing/index.ts'
import { readPasted } from './read-pasted.ts'

const nature = '10.1038/nature12373'
const covid = '10.1101/2020.01.30.927871'

/** Copied text in these sites' known formats → the expected DOI. */
const areDois: Readonly<Record<string, readonly (readonly [pasted: string, doi: string])[]>> = {
  'DOIs in all their dress': [
    ['10.1038/nature12373', nature],
    ['DOI: 10.1038/nature12373', nature],
    ['doi 10.1038/NATURE12373', nature],
    ['https://doi.org/10.1038/nature12373', nature],
    ['doi.org/10.1038/nature12373', nature],
    ['http://dx.doi.org/10.1038/nature12373', nature],
    ['https://www.doi.org/10.1038%2Fnature12373', nature],
    ['info:doi/10.1038/nature12373', nature],
    ['<https://doi.org/10.1038/nature12373>', nature],
    ['(doi:10.1038/nature12373)', nature],
    ['１０．１０３８／ｎａｔｕｒｅ１２３７３', nature],
    ['https://doi-org.proxy.example.edu/10.1038/nature12373', nature],
    ['https://sci-hub.se/10.1038/nature12373', nature],
  ],
  'copies from PDF files': [
    ['10.1016/0021–9991(89)90060–0', '10.1016/0021-9991(89)90060-0'],
    ['10.1007/s00127‐017‐1346‐4', '10.1007/s00127-017-1346-4'],
    ['10.1007/s00127−017−1346−4', '10.1007/s00127-017-1346-4'],
    ['10.1016/j.neu\u00adron.2014.09.004', '10.1016/j.neuron.2014.09.004'],
    ['10.1016/j.neuron.\n2014.09.004', '10.1016/j.neuron.2014.09.004'],
    ['https://doi.org/10.1016/\r\nj.neuron.2014.09.004', '10.1016/j.neuron.2014.09.004'],
    ['https://doi.org/ 10.1016/j.neuron.2014.09.004', '10.1016/j.neuron.2014.09.004'],
    ['doi: 10.1029/ 2011JB008565', '10.1029/2011jb008565'],
    ['10. 1145/3154499', '10.1145/3154499'],
    ['10.1007/s11390- 016-1673-z', '10.1007/s11390-016-1673-z'],
    ['10.1177/09567976103834 37', '10.1177/0956797610383437'],
    ['https://doi.org/10.1371/journal.pone. 00123 45', '10.1371/journal.pone.0012345'],
    ['doi: 10.1038/s41586- 020-28 01-z', '10.1038/s41586-020-2801-z'],
    ['10.1177/0956797610383437 37', '10.1177/0956797610383437'],
    ['10.1038/nature12373 2013', nature],
    ['10.1038/nature\u200b12373', nature],
    ['10.1038∕nature12373', nature],
    ['10.1038⁄nature12373', nature],
    ['𝟏𝟎.𝟏𝟎𝟑𝟖/nature12373', nature],
    ['10.1038/nature12373</a>', nature],
    ['<a href="https://x.example">10.1038/nature12373</a>', nature],
    ['[10.1038/nature12373](https://doi.org/10.1038/nature12373)', nature],
    ['[Kucsko](https://doi.org/10.1016/s0140-6736(97)11096-0)', '10.1016/s0140-6736(97)11096-0'],
    ['doi = {10.1038/nature12373},', nature],
    ['DO  - 10.1038/nature12373', nature],
    ['https://pubs.rsc.org/en/content/articlelanding/2010/cs/b918763b', '10.1039/b918763b'],
    ['Kucsko G. Nanometre-scale thermometry. Nature. 2013;500:54–8. doi: 10.1038/nature12373.', nature],
    ['Kucsko et al. (2013), https://doi.org/10.1038/nature12373, p. 54', nature],
    ['10.3389/fpsyg.2015.006 21', '10.3389/fpsyg.2015.00621'],
    ['10.1038/s41586-020-28 01-7', '10.1038/s41586-020-2801-7'],
    ['10.1007/s00127-017-13 46-4', '10.1007/s00127-017-1346-4'],
    ['10.1186/s12874-018-05 41-7', '10.1186/s12874-018-0541-7'],
    ['10.1073/pnas.16112 11113', '10.1073/pnas.1611211113'],
    ['10.1001/jama.2020.15 85', '10.1001/jama.2020.1585'],
    ['10.1056/NEJMoa20010 17', '10.1056/nejmoa2001017'],
    ['10.1177/09567976103834 3799', '10.1177/09567976103834'],
    ['see 10.1177/09567976103834 37', '10.1177/09567976103834'],
    ['10.1038/<i>nature12373</i>', '10.1038/nature12373'],
    ['10.1038/<span class="x">nature12373</span>', '10.1038/nature12373'],
    [
      '[x](https://www.thelancet.com/journals/lancet/article/PIIS0140-6736(97)11096-0/fulltext)',
      '10.1016/s0140-6736(97)11096-0',
    ],
    ['(10.1029/ 2011JB008565)', '10.1029/2011jb008565'],
    ['( 10.1029/ 2011JB008565)', '10.1029/2011jb008565'],
    ['http://doi.org/ 10.1029/2011JB008565', '10.1029/2011jb008565'],
    ['www.doi.org/ 10.1029/2011JB008565', '10.1029/2011jb008565'],
    ['info:doi/ 10.1029/2011JB008565', '10.1029/2011jb008565'],
    ['doi 10.1029/ 2011JB008565', '10.1029/2011jb008565'],
    ['(doi  10.1029/ 2011JB008565)', '10.1029/2011jb008565'],
    ['10.1029 /2011JB008565', '10.1029/2011jb008565'],
    ['10.1029  /  2011JB008565', '10.1029/2011jb008565'],
    ['10.1016/j.  neuron.2014.09.004', '10.1016/j.neuron.2014.09.004'],
    ['10.1016/j. neuron', '10.1016/j'],
    ['10.1016/a10.5b-\nc', '10.1016/a10.5b-c'],
  ],
  arXiv: [
    ['1706.03762', '10.48550/arxiv.1706.03762'],
    ['1706.03762v5', '10.48550/arxiv.1706.03762'],
    ['0704.0001', '10.48550/arxiv.0704.0001'],
    ['arXiv:1706.03762', '10.48550/arxiv.1706.03762'],
    ['arXiv: 1706.03762v2 [cs.CL]', '10.48550/arxiv.1706.03762'],
    ['arxiv 1706.03762', '10.48550/arxiv.1706.03762'],
    ['hep-th/9901001', '10.48550/arxiv.hep-th/9901001'],
    ['hep-th/9901001v3', '10.48550/arxiv.hep-th/9901001'],
    ['math.GT/0309136', '10.48550/arxiv.math/0309136'],
    ['https://arxiv.org/abs/1706.03762', '10.48550/arxiv.1706.03762'],
    ['https://arxiv.org/abs/1706.03762v7?context=cs', '10.48550/arxiv.1706.03762'],
    ['https://arxiv.org/pdf/1706.03762v5.pdf', '10.48550/arxiv.1706.03762'],
    ['arxiv.org/pdf/1706.03762', '10.48550/arxiv.1706.03762'],
    ['https://arxiv.org/html/1706.03762v7#S3', '10.48550/arxiv.1706.03762'],
    ['https://export.arxiv.org/abs/hep-th/9901001', '10.48550/arxiv.hep-th/9901001'],
    ['https://arxiv.org/abs/math.GT/0309136v1', '10.48550/arxiv.math/0309136'],
    ['https://ar5iv.labs.arxiv.org/html/1706.03762', '10.48550/arxiv.1706.03762'],
    ['https://www.alphaxiv.org/abs/1706.03762v7', '10.48550/arxiv.1706.03762'],
    ['https://huggingface.co/papers/1706.03762', '10.48550/arxiv.1706.03762'],
    ['https://ui.adsabs.harvard.edu/abs/2017arXiv170603762V/abstract', '10.48550/arxiv.1706.03762'],
    ['https://doi.org/10.48550/arXiv.1706.03762v5', '10.48550/arxiv.1706.03762'],
    ['https://api.semanticscholar.org/arXiv:1706.03762', '10.48550/arxiv.1706.03762'],
    ['arXiv : 1706.03762', '10.48550/arxiv.1706.03762'],
    ['arXiv:1706.03762[cs.CL]', '10.48550/arxiv.1706.03762'],
    ['arXiv:0301.0001', '10.48550/arxiv.0301.0001'],
    ['1706.03762v12', '10.48550/arxiv.1706.03762'],
    ['0801.0001', '10.48550/arxiv.0801.0001'],
    ['0712.0001', '10.48550/arxiv.0712.0001'],
    ['1412.0001', '10.48550/arxiv.1412.0001'],
    ['1501.00001', '10.48550/arxiv.1501.00001'],
    ['hep-th/9901001v12', '10.48550/arxiv.hep-th/9901001'],
    ['https://example.org/?id=arXiv:1706.03762', '10.48550/arxiv.1706.03762'],
    ['https://example.org/?x=1&id=arXiv:1706.03762', '10.48550/arxiv.1706.03762'],
    ['https://api.semanticscholar.org/arXiv:hep-th/9901001v12', '10.48550/arxiv.hep-th/9901001'],
    ['https://doi.org/10.48550/arXiv.1706.03762v12', '10.48550/arxiv.1706.03762'],
    ['10.5555/10.48550/arxiv.1706.03762v5', '10.5555/10.48550/arxiv.1706.03762v5'],
    ['10.48550/arxiv.1706.03762v5x', '10.48550/arxiv.1706.03762v5x'],
    ['10.48550/arxiv.v1x2v3', '10.48550/arxiv.v1x2'],
  ],
  'preprint servers': [
    ['https://www.biorxiv.org/content/10.1101/2020.01.30.927871v1', covid],
    ['https://www.biorxiv.org/content/10.1101/2020.01.30.927871v1.full.pdf+html', covid],
    ['https://www.biorxiv.org/content/10.1101/2020.01.30.927871v2.supplementary-material', covid],
    ['https://www.biorxiv.org/content/biorxiv/early/2020/01/31/2020.01.30.927871.full.pdf', covid],
    ['https://www.biorxiv.org/cgi/content/short/2020.01.30.927871v1', covid],
    ['https://www.biorxiv.org/content/early/2018/01/23/252023', '10.1101/252023'],
    ['https://www.medrxiv.org/content/10.1101/2020.03.22.20040758v3.full-text', '10.1101/2020.03.22.20040758'],
    ['https://papers.ssrn.com/sol3/papers.cfm?abstract_id=2205186', '10.2139/ssrn.2205186'],
    ['https://ssrn.com/abstract=2205186', '10.2139/ssrn.2205186'],
    ['https://papers.ssrn.com/sol3/Delivery.cfm/2205186.pdf?abstractid=2205186&mirid=1', '10.2139/ssrn.2205186'],
    ['https://osf.io/preprints/psyarxiv/9kwbr', '10.31234/osf.io/9kwbr'],
    ['https://osf.io/preprints/psyarxiv/9kwbr_v2', '10.31234/osf.io/9kwbr_v2'],
    ['https://psyarxiv.com/9kwbr/', '10.31234/osf.io/9kwbr'],
    ['https://osf.io/preprints/socarxiv/qx2vd', '10.31235/osf.io/qx2vd'],
    ['https://osf.io/preprints/35xkb', '10.31219/osf.io/35xkb'],
    ['https://www.researchsquare.com/article/rs-123456/v1', '10.21203/rs.3.rs-123456/v1'],
    ['https://www.preprints.org/manuscript/202001.0001/v1', '10.20944/preprints202001.0001.v1'],
    ['https://peerj.com/preprints/3190/', '10.7287/peerj.preprints.3190'],
    ['https://www.nber.org/papers/w15639', '10.3386/w15639'],
    ['https://chemrxiv.org/doi/full/10.26434/chemrxiv-2021-abcde', '10.26434/chemrxiv-2021-abcde'],
  ],
  'Nature and Springer': [
    ['https://www.nature.com/articles/nature12373', nature],
    ['nature.com/articles/nature12373', nature],
    ['https://www.nature.com/articles/nature12373.pdf', nature],
    ['https://www.nature.com/articles/nature12373/figures/1', nature],
    ['https://www.nature.com/articles/s41586-020-2649-2#Sec2', '10.1038/s41586-020-2649-2'],
    ['https://www.nature.com/articles/s41562-016-0021?error=cookies_not_supported', '10.1038/s41562-016-0021'],
    ['https://www.nature.com/articles/s41599-019-0242-9', '10.1057/s41599-019-0242-9'],
    ['https://www.nature.com/articles/533452a', '10.1038/533452a'],
    ['https://www.nature.com/articles/d41586-019-00857-9', '10.1038/d41586-019-00857-9'],
    ['http://www.nature.com/nature/journal/v500/n7460/full/nature12373.html', nature],
    ['http://www.nature.com/nature/journal/v500/n7460/pdf/nature12373.pdf', nature],
    ['https://www-nature-com.ezproxy.example.edu/articles/nature12373', nature],
    ['https://www.nature.com.proxy.library.example.ca/articles/nature12373', nature],
    ['https://link.springer.com/article/10.1007/s00127-017-1346-4', '10.1007/s00127-017-1346-4'],
    ['https://link.springer.com/content/pdf/10.1007/s00127-017-1346-4.pdf', '10.1007/s00127-017-1346-4'],
    ['https://link.springer.com/chapter/10.1007/978-3-642-15618-2_19', '10.1007/978-3-642-15618-2_19'],
    ['https://link.springer.com/article/10.1007/s00127-017-1346-4/fulltext.html', '10.1007/s00127-017-1346-4'],
    ['https://bmcmedresmethodol.biomedcentral.com/articles/10.1186/s12874-018-0541-7', '10.1186/s12874-018-0541-7'],
    ['https://bmcmedresmethodol.biomedcentral.com/track/pdf/10.1186/s12874-018-0541-7', '10.1186/s12874-018-0541-7'],
  ],
  Elsevier: [
    [
      'https://www.thelancet.com/journals/lancet/article/PIIS0140-6736(97)11096-0/fulltext',
      '10.1016/s0140-6736(97)11096-0',
    ],
    [
      'https://www.thelancet.com/journals/lancet/article/PIIS0140-6736%2820%2931180-6/abstract',
      '10.1016/s0140-6736(20)31180-6',
    ],
    ['https://www.thelancet.com/action/showPdf?pii=S0140-6736%2820%2931180-6', '10.1016/s0140-6736(20)31180-6'],
    ['https://www.sciencedirect.com/science/article/pii/S0140673620311806', '10.1016/s0140-6736(20)31180-6'],
    [
      'https://www.sciencedirect.com/science/article/abs/pii/S0140673697110960?via%3Dihub',
      '10.1016/s0140-6736(97)11096-0',
    ],
    ['https://www.sciencedirect.com/science/article/pii/0021999189900600', '10.1016/0021-9991(89)90060-0'],
    ['https://linkinghub.elsevier.com/retrieve/pii/S0140673620311806', '10.1016/s0140-6736(20)31180-6'],
    ['https://www.sciencedirect.com/science/article/doi/10.1016/j.neuron.2014.09.004', '10.1016/j.neuron.2014.09.004'],
    ['https://www.cell.com/fulltext/S0092-8674(00)81683-9', '10.1016/s0092-8674(00)81683-9'],
  ],
  'other publishers': [
    ['https://onlinelibrary.wiley.com/doi/full/10.1002/ajmg.b.32068', '10.1002/ajmg.b.32068'],
    ['https://agupubs.onlinelibrary.wiley.com/doi/abs/10.1029/2011JB008565', '10.1029/2011jb008565'],
    ['http://onlinelibrary.wiley.com/wol1/doi/10.1002/ajmg.b.32068/abstract', '10.1002/ajmg.b.32068'],
    ['https://onlinelibrary.wiley.com/resolve/doi?DOI=10.1002/ajmg.b.32068', '10.1002/ajmg.b.32068'],
    ['https://onlinelibrary.wiley.com/doi/pdfdirect/10.1002/ajmg.b.32068?download=true', '10.1002/ajmg.b.32068'],
    ['https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.0020124', '10.1371/journal.pmed.0020124'],
    [
      'https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0000308&type=printable',
      '10.1371/journal.pone.0000308',
    ],
    ['http://www.plosone.org/article/info%3Adoi%2F10.1371%2Fjournal.pone.0000308', '10.1371/journal.pone.0000308'],
    ['https://www.jstor.org/stable/2346178', '10.2307/2346178'],
    ['https://www.jstor.org/stable/pdf/2346178.pdf', '10.2307/2346178'],
    ['https://www.jstor.org/stable/10.1086/521054', '10.1086/521054'],
    ['https://www.jstor.org/stable/2346178?seq=1', '10.2307/2346178'],
    ['https://www.science.org/doi/10.1126/science.aac4716', '10.1126/science.aac4716'],
    ['https://www.science.org/doi/epdf/10.1126/science.aac4716', '10.1126/science.aac4716'],
    ['https://science.sciencemag.org/content/349/6251/aac4716.full', '10.1126/science.aac4716'],
    ['https://www.pnas.org/doi/abs/10.1073/pnas.1611211113', '10.1073/pnas.1611211113'],
    ['https://www.pnas.org/doi/suppl/10.1073/pnas.1611211113', '10.1073/pnas.1611211113'],
    ['https://www.bmj.com/content/369/bmj.m1328', '10.1136/bmj.m1328'],
    ['https://www.bmj.com/content/bmj/369/bmj.m1328.full.pdf', '10.1136/bmj.m1328'],
    ['https://jamanetwork.com/article.aspx?doi=10.1001/jama.2020.1585', '10.1001/jama.2020.1585'],
    ['https://www.nejm.org/doi/full/10.1056/NEJMoa2001017', '10.1056/nejmoa2001017'],
    ['https://academic.oup.com/nar/advance-article/doi/10.1093/nar/gkz966/5613682', '10.1093/nar/gkz966'],
    ['https://academic.oup.com/nar/article-lookup/doi/10.1093/nar/gkz966', '10.1093/nar/gkz966'],
    [
      'https://academic.oup.com/nar/advance-article-pdf/doi/10.1093/nar/gkz966/30363432/gkz966.pdf',
      '10.1093/nar/gkz966',
    ],
    [
      'https://www.cambridge.org/core/product/identifier/S0140525X01003922/type/journal_article',
      '10.1017/s0140525x01003922',
    ],
    ['http://journals.cambridge.org/abstract_S0140525X01003922', '10.1017/s0140525x01003922'],
    [
      'https://www.tandfonline.com/doi/full/10.1080/02699931.2014.985288?needAccess=true#abstract',
      '10.1080/02699931.2014.985288',
    ],
    ['https://journals.sagepub.com/doi/10.1177/0956797610383437', '10.1177/0956797610383437'],
    ['https://journals.sagepub.com/doi/reader/10.1177/0956797610383437', '10.1177/0956797610383437'],
    ['https://www.frontiersin.org/articles/10.3389/fpsyg.2015.00621/full', '10.3389/fpsyg.2015.00621'],
    [
      'https://www.frontiersin.org/journals/psychology/articles/10.3389/fpsyg.2015.00621/pdf',
      '10.3389/fpsyg.2015.00621',
    ],
    ['https://www.mdpi.com/2072-4292/12/1/123', '10.3390/rs12010123'],
    ['https://www.mdpi.com/1422-0067/21/9/3079/htm', '10.3390/ijms21093079'],
    ['https://elifesciences.org/articles/04333', '10.7554/elife.04333'],
    ['https://elifesciences.org/reviewed-preprints/86574v2', '10.7554/elife.86574'],
    ['https://elifesciences.org/content/3/e04333', '10.7554/elife.04333'],
    ['https://dl.acm.org/doi/abs/10.1145/3154499', '10.1145/3154499'],
    ['https://dl.acm.org/citation.cfm?id=1294928.1294933', '10.1145/1294928.1294933'],
    ['http://doi.acm.org/10.1145/1294928.1294933', '10.1145/1294928.1294933'],
    ['https://journals.aps.org/prl/abstract/10.1103/PhysRevLett.116.061102', '10.1103/physrevlett.116.061102'],
    ['https://link.aps.org/doi/10.1103/PhysRevLett.116.061102', '10.1103/physrevlett.116.061102'],
    ['https://pubs.aip.org/aip/jcp/article/doi/10.1063/5.0004608/199081/The-ORCA-program', '10.1063/5.0004608'],
    ['https://aip.scitation.org/doi/10.1063/1.3481101', '10.1063/1.3481101'],
    ['https://pubs.rsc.org/en/content/articlelanding/2020/sc/c9sc05123a', '10.1039/c9sc05123a'],
    ['https://pubs.rsc.org/en/content/articlehtml/2020/sc/c9sc05123a', '10.1039/c9sc05123a'],
    ['https://xlink.rsc.org/?DOI=C9SC05123A', '10.1039/c9sc05123a'],
    ['https://pubs.acs.org/doi/pdf/10.1021/ja01577a030', '10.1021/ja01577a030'],
    ['https://pubs.acs.org/doi/10.1021/jp056166+', '10.1021/jp056166+'],
    ['https://iopscience.iop.org/article/10.1088/0031-8949/44/5/010/meta', '10.1088/0031-8949/44/5/010'],
    ['http://iopscience.iop.org/0031-8949/44/5/010/fulltext/', '10.1088/0031-8949/44/5/010'],
    ['https://www.aeaweb.org/articles?id=10.1257/aer.100.2.573', '10.1257/aer.100.2.573'],
    ['https://psycnet.apa.org/doiLanding?doi=10.1037%2Fa0021524', '10.1037/a0021524'],
    [
      'https://www.annualreviews.org/content/journals/10.1146/annurev-psych-122216-011845',
      '10.1146/annurev-psych-122216-011845',
    ],
    ['https://peerj.com/articles/4375/', '10.7717/peerj.4375'],
    ['https://peerj.com/articles/cs-86/', '10.7717/peerj-cs.86'],
    ['https://acp.copernicus.org/articles/20/123/2020/', '10.5194/acp-20-123-2020'],
    ['https://www.degruyter.com/document/doi/10.1515/forum-2012-0186/html', '10.1515/forum-2012-0186'],
    ['https://royalsocietypublishing.org/doi/10.1098/rsos.160384', '10.1098/rsos.160384'],
  ],
  'more of what publishers write': [
    ['https://www.nature.com//articles/nature12373', '10.1038/nature12373'],
    ['https://www.nature.com/articles/palcomms201626', '10.1057/palcomms201626'],
    ['http://www.nature.com/nature/journal/v500/n7460/full/500054a_ft.html', '10.1038/500054a'],
    ['https://www.jstor.org/stable/2346178//', '10.2307/2346178'],
    [
      'https://www.thelancet.com/journals/new/article/PIIS9999-9999(20)31180-6/fulltext',
      '10.1016/s9999-9999(20)31180-6',
    ],
    ['https://www.sciencedirect.com/science/article/pii/S2214109X20311803', '10.1016/s2214-109x(20)31180-3'],
    ['https://www.sciencedirect.com/science/article/pii/S0021999160900600', '10.1016/s0021-9991(60)90060-0'],
    ['https://www.sciencedirect.com/science/article/pii/S0021999102900600', '10.1016/s0021-9991(02)90060-0'],
    ['https://www.mdpi.com/2072-4292/12/10/1234', '10.3390/rs12101234'],
    ['https://www.mdpi.com/2076-328x/12/1/12', '10.3390/bs12010012'],
    ['https://osf.io/preprints/psyarxiv/9kwbr_v12', '10.31234/osf.io/9kwbr_v12'],
    ['https://ui.adsabs.harvard.edu/abs/arXiv:1706.03762/abstract', '10.48550/arxiv.1706.03762'],
    ['https://www.nature.com/doifinder?doi=10.1038/nature12373', '10.1038/nature12373'],
    ['https://www.biorxiv.org/content/early/2020/01/31/2020.01.30.927871v12.full', '10.1101/2020.01.30.927871'],
    ['https://science.sciencemag.org/content/sci/349/6251/aac4716', '10.1126/science.aac4716'],
    ['https://science.sciencemag.org/content/349/6251/eaac4716.full', '10.1126/science.eaac4716'],
    ['https://www.bmj.com/content/369/bmj.m1328.full', '10.1136/bmj.m1328'],
    ['https://www.cambridge.org/core/product/identifier/S0140525X01003922', '10.1017/s0140525x01003922'],
    ['http://journals.cambridge.org/action/display/abstract_S0140525X01003922', '10.1017/s0140525x01003922'],
    ['http://journals.cambridge.org/action/displayAbstract?aid=S0140525X01003922', '10.1017/s0140525x01003922'],
    ['https://elifesciences.org/content/13/e04333v12', '10.7554/elife.04333'],
    ['https://portal.acm.org/citation.cfm?doid=1294928.1294933', '10.1145/1294928.1294933'],
    ['https://xlink.rsc.org/?DOI=b918763b', '10.1039/b918763b'],
    ['https://figshare.com/articles/Some_data/1234567', '10.6084/m9.figshare.1234567'],
    ['https://figshare.com/articles/Some_data/1234567/12', '10.6084/m9.figshare.1234567.v12'],
    ['https://www.researchsquare.com/article/rs-123456/v12', '10.21203/rs.3.rs-123456/v12'],
    ['https://www.preprints.org/manuscript/202001.0001/v12', '10.20944/preprints202001.0001.v12'],
    ['https://acp.copernicus.org/articles/20/123/2020', '10.5194/acp-20-123-2020'],
    ['http://iopscience.iop.org/0031-8949/44/5/010', '10.1088/0031-8949/44/5/010'],
  ],
  'data and code': [
    ['https://zenodo.org/record/2109469', '10.5281/zenodo.2109469'],
    ['https://zenodo.org/records/2109469#.XyZ', '10.5281/zenodo.2109469'],
    ['https://figshare.com/articles/dataset/Some_data/1234567', '10.6084/m9.figshare.1234567'],
    ['https://figshare.com/articles/dataset/Some_data/1234567/2', '10.6084/m9.figshare.1234567.v2'],
    ['https://datadryad.org/stash/dataset/doi:10.5061/dryad.8515', '10.5061/dryad.8515'],
    ['https://dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/XYZ123', '10.7910/dvn/xyz123'],
  ],
  'redirects and archives': [
    ['https://www.google.com/url?q=https://doi.org/10.1038/nature12373&sa=D&source=docs', nature],
    ['https://scholar.google.com/scholar_url?url=https%3A%2F%2Fwww.nature.com%2Farticles%2Fnature12373&hl=en', nature],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fdoi.org%2F10.1038%2Fnature12373&data=05',
      nature,
    ],
    ['https://login.ezproxy.example.edu/login?url=https://www.nature.com/articles/nature12373', nature],
    ['https://login.ezproxy.example.edu/login?qurl=https%3A%2F%2Fwww.nature.com%2Farticles%2Fnature12373', nature],
    ['https://web.archive.org/web/20200101000000/https://www.nature.com/articles/nature12373', nature],
    ['https://api.semanticscholar.org/DOI:10.1038/nature12373', nature],
    ['https://www.scopus.com/record/display.uri?eid=2-s2.0-1&doi=10.1038%2fnature12373', nature],
    ['https://pubmed.ncbi.nlm.nih.gov/?term=10.1038/nature12373', nature],
    ['https://www.connectedpapers.com/search?q=10.1038%2Fnature12373', nature],
    ['http://www.nature.com/ articles/nature12373', nature],
    ['<"https://www.nature.com/articles/nature12373">', nature],
    ['https://www2.nature.com/articles/nature12373', nature],
    ['https://www.nature.com.lib.ezproxy.example.edu/articles/nature12373', nature],
    ['https://web.archive.org/web/2020/http:/www.nature.com/articles/nature12373', nature],
  ],
}

const pmid = (id: string) => ({ kind: 'ask-openalex', ask: { by: 'pmid', id } })
const pmcid = (id: string) => ({ kind: 'ask-openalex', ask: { by: 'pmcid', id } })
const address = (url: string, guess: string | null = null) => ({
  kind: 'ask-openalex',
  ask: { by: 'address', url, guess },
})
const isbn = { kind: 'isbn' }
const orcid = { kind: 'orcid' }
const broken = { kind: 'broken-doi' }
const unreadable = (host: string) => ({ kind: 'unreadable-address', host })
const words = { kind: 'words' }

const others: Readonly<Record<string, readonly (readonly [pasted: string, read: object])[]>> = {
  'numbers of PubMed': [
    ['PMID: 23903748', pmid('23903748')],
    ['pmid 872112', pmid('872112')],
    ['PMID23903748', pmid('23903748')],
    ['23903748', pmid('23903748')],
    ['https://pubmed.ncbi.nlm.nih.gov/23903748/', pmid('23903748')],
    ['pubmed.ncbi.nlm.nih.gov/23903748', pmid('23903748')],
    ['https://www.ncbi.nlm.nih.gov/pubmed/23903748?dopt=Abstract', pmid('23903748')],
    ['https://europepmc.org/article/MED/23903748', pmid('23903748')],
    ['https://europepmc.org/abstract/med/23903748', pmid('23903748')],
    ['Kucsko G et al. Nanometre-scale thermometry. Nature 2013. PMID: 23903748.', pmid('23903748')],
    ['PMC1182327', pmcid('PMC1182327')],
    ['PMCID: PMC1182327', pmcid('PMC1182327')],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1182327/', pmcid('PMC1182327')],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC1182327/pdf/pmed.0020124.pdf', pmcid('PMC1182327')],
    ['https://europepmc.org/article/PMC/PMC1182327', pmcid('PMC1182327')],
    ['https://europepmc.org/articles/PMC1182327?pdf=render', pmcid('PMC1182327')],
    [' 23903748 ', pmid('23903748')],
    ['Some title. PMID : 23903748', pmid('23903748')],
    ['Some title. PMID:23903748', pmid('23903748')],
    ['PMC ID: PMC1182327', pmcid('PMC1182327')],
    ['PMCID PMC1182327', pmcid('PMC1182327')],
    ['pmc id = PMC1182327', pmcid('PMC1182327')],
    ['PMCID:PMC1182327', pmcid('PMC1182327')],
    ['PMC1182327.1', pmcid('PMC1182327')],
    ['PMC1182327.12', pmcid('PMC1182327')],
    ['Some title. PMCID: PMC1182327', pmcid('PMC1182327')],
    ['Some title. PMCID : PMC1182327', pmcid('PMC1182327')],
    ['Some title. PMCID:PMC1182327.', pmcid('PMC1182327')],
    ['https://europepmc.org/article/PMC1182327', pmcid('PMC1182327')],
    ['PMCID:  PMC1182327', pmcid('PMC1182327')],
  ],
  'addresses without a DOI in them': [
    [
      'https://www.sciencedirect.com/science/article/pii/S0896627314007855',
      address('https://www.sciencedirect.com/science/article/pii/S0896627314007855', '10.1016/s0896-6273(14)00785-5'),
    ],
    [
      'https://www.cell.com/neuron/fulltext/S0896-6273(14)00785-5#back',
      address('https://www.cell.com/neuron/fulltext/S0896-6273(14)00785-5', '10.1016/s0896-6273(14)00785-5'),
    ],
    ['https://ieeexplore.ieee.org/document/8099500', address('https://ieeexplore.ieee.org/document/8099500')],
    [
      'https://jamanetwork.com/journals/jama/fullarticle/2762130?utm_source=x',
      address('https://jamanetwork.com/journals/jama/fullarticle/2762130'),
    ],
    [
      'https://academic.oup.com/nar/article/48/D1/D682/5613682',
      address('https://academic.oup.com/nar/article/48/D1/D682/5613682'),
    ],
    [
      'https://www.cambridge.org/core/journals/behavioral-and-brain-sciences/article/abs/x/0123456789ABCDEF',
      address('https://www.cambridge.org/core/journals/behavioral-and-brain-sciences/article/abs/x/0123456789ABCDEF'),
    ],
    ['https://osf.io/ezcuj/', address('https://osf.io/ezcuj/', '10.17605/osf.io/ezcuj')],
    ['https://aclanthology.org/N16-2010/', address('https://aclanthology.org/N16-2010/', '10.18653/v1/n16-2010')],
    [
      'https://www.aclweb.org/anthology/D14-1123.pdf',
      address('https://www.aclweb.org/anthology/D14-1123.pdf', '10.3115/v1/d14-1123'),
    ],
    ['https://www.nature.com/articles/6601234', address('https://www.nature.com/articles/6601234', '10.1038/6601234')],
    ['https://hal.science/hal-01234567', address('https://hal.science/hal-01234567')],
    ['https://www.jstor.org/stable/i313560', address('https://www.jstor.org/stable/i313560')],
    ['e.org/paper', address('https://e.org/paper')],
    ['example.de/x', address('https://example.de/x')],
    ['1a.example.org/x', address('https://1a.example.org/x')],
    [
      'https://login.example.edu/login?url=foo:https://www.nature.com/x',
      address('https://login.example.edu/login?url=foo:https://www.nature.com/x'),
    ],
    ['https://example.org/a"b', address('https://example.org/a%22b')],
    ['https://www-nature-com.edu/articles/nature12373', address('https://www-nature-com.edu/articles/nature12373')],
    [
      'https://www-nature-com-x.proxy.example.edu/articles/nature12373',
      address('https://www-nature-com-x.proxy.example.edu/articles/nature12373'),
    ],
    ['https://nih.gov.example.org/23903748', address('https://nih.gov.example.org/23903748')],
    ['https://pubmed.ncbi.nlm.nih.gov/x/23903748', address('https://pubmed.ncbi.nlm.nih.gov/x/23903748')],
    ['https://example.org/?id=5', address('https://example.org/?id=5')],
    ['https://example.org/x?my_utm_x=1&viaduct=2&refs=3', address('https://example.org/x?my_utm_x=1&viaduct=2&refs=3')],
    ['https://example.org/x?via=1&ref=2&utm_a=3&gclid=4&fbclid=5&id=6', address('https://example.org/x?id=6')],
  ],
  'addresses that only look like those of papers': [
    ['https://www.mdpi.com/x/2072-4292/12/1/123', address('https://www.mdpi.com/x/2072-4292/12/1/123')],
    ['https://www.mdpi.com/1234-5678/1/1/1', address('https://www.mdpi.com/1234-5678/1/1/1')],
    ['https://osf.io/12/9kwbr', address('https://osf.io/12/9kwbr')],
    ['https://osf.io/meetings/a/b', address('https://osf.io/meetings/a/b')],
    ['https://osf.io/preprints/nosuch/9kwbr', address('https://osf.io/preprints/nosuch/9kwbr')],
    ['https://aclanthology.org/x/N16-2010', address('https://aclanthology.org/x/N16-2010')],
    ['https://aclanthology.org/N16-2010x', address('https://aclanthology.org/N16-2010x')],
    ['https://aclanthology.org/events/acl-2020', address('https://aclanthology.org/events/acl-2020')],
    ['https://aclanthology.org/2020.acl!main.1', address('https://aclanthology.org/2020.acl!main.1')],
    ['https://ssrn.com/abstract=2205186x', address('https://ssrn.com/abstract=2205186x')],
    [
      'https://papers.ssrn.com/sol3/papers.cfm?abstract_id=x2205186',
      address('https://papers.ssrn.com/sol3/papers.cfm?abstract_id=x2205186'),
    ],
    ['https://www.jstor.org/stable/2346178x', address('https://www.jstor.org/stable/2346178x')],
    [
      'http://journals.cambridge.org/abstract_S0140525X01003922x',
      address('http://journals.cambridge.org/abstract_S0140525X01003922x'),
    ],
    [
      'https://figshare.com/articles/dataset/x/1234567/2/x',
      address('https://figshare.com/articles/dataset/x/1234567/2/x'),
    ],
    [
      'https://uni.figshare.com/articles/dataset/Some_data/1234567',
      address('https://uni.figshare.com/articles/dataset/Some_data/1234567'),
    ],
    [
      'https://acp-x.copernicus.org/articles/20/123/2020/',
      address('https://acp-x.copernicus.org/articles/20/123/2020/'),
    ],
    [
      'https://acp.copernicus.org/x/articles/20/123/2020/',
      address('https://acp.copernicus.org/x/articles/20/123/2020/'),
    ],
    ['https://copernicus.org/articles/20/123/2020/', address('https://copernicus.org/articles/20/123/2020/')],
    ['https://acp.copernicus.org/about', address('https://acp.copernicus.org/about')],
    [
      'https://aclanthology.org/2020.acl-main.12.pdf',
      address('https://aclanthology.org/2020.acl-main.12.pdf', '10.18653/v1/2020.acl-main.12'),
    ],
    [
      'https://www.aclweb.org/anthology/P/P15/P15-1001',
      address('https://www.aclweb.org/anthology/P/P15/P15-1001', '10.3115/v1/p15-1001'),
    ],
    ['https://aclanthology.org/N16-2010v12', address('https://aclanthology.org/N16-2010v12', '10.18653/v1/n16-2010')],
  ],
  'addresses that lead nowhere': [
    ['https://www.nature.com/', unreadable('nature.com')],
    ['https://www.researchgate.net/publication/255698912_Nanometre-scale_thermometry', unreadable('researchgate.net')],
    [
      'https://www.semanticscholar.org/paper/Some-title/0123456789abcdef0123456789abcdef01234567',
      unreadable('semanticscholar.org'),
    ],
    ['https://scholar.google.com/scholar?q=power+pose', unreadable('scholar.google.com')],
    ['https://doi.org/', unreadable('doi.org')],
    ['https://doi.org/gf4gqc', unreadable('doi.org')],
    ['10/gf4gqc', unreadable('doi.org')],
    ['file:///home/me/paper.pdf', unreadable('file:')],
    ['http://localhost:5000/10.1038', unreadable('localhost')],
    ['https://en.wikipedia.org/wiki/Power_posing', unreadable('en.wikipedia.org')],
    ['example.org:8080/x', unreadable('example.org')],
    ['www.example.org', unreadable('example.org')],
    ['https://www2.example.org/', unreadable('example.org')],
    ['doi: 10/gf4gqc', unreadable('doi.org')],
    ['doi:  10/gf4gqc', unreadable('doi.org')],
    ['doi:10/gf4gqc', unreadable('doi.org')],
    ['xhttps://a.example/b', unreadable('a.example')],
    ['httpsx://a.example/b', unreadable('a.example')],
    ['http://192.0.2.1/paper', unreadable('192.0.2.1')],
    ['http://[::1]/paper', unreadable('[::1]')],
  ],
  books: [
    ['978-0-306-40615-7', isbn],
    ['9780306406157', isbn],
    ['ISBN 978-0-306-40615-7', isbn],
    ['ISBN-10: 0-306-40615-2', isbn],
    ['0-8044-2957-X', isbn],
    ['978‑0‑306‑40615‑7', isbn],
    ['ISBN13: 978-0-306-40615-7', isbn],
    ['ISBN : 978-0-306-40615-7', isbn],
    ['ISBN:9780306406157', isbn],
    ['978 0 306 40615 7', isbn],
    ['978-3-16-148410-0', isbn],
    ['ISBN 978-0-306-40615-8', isbn],
  ],
  'numbers of people': [
    ['0000-0002-1825-0097', orcid],
    ['https://orcid.org/0000-0002-1825-0097', orcid],
    ['ORCID iD: 0000-0002-1694-233X', orcid],
    ['0000-0002-1825-0098', words],
    ['http://orcid.org/0000-0002-1825-0097', orcid],
    ['orcid.org/0000-0002-1825-0097', orcid],
    ['www.orcid.org/0000-0002-1825-0097/', orcid],
    ['ORCID 0000-0002-1825-0097', orcid],
    ['ORCID : 0000-0002-1825-0097', orcid],
    ['ORCIDiD:0000-0002-1825-0097', orcid],
  ],
  'what begins like a DOI': [
    ['10.1038/', broken],
    ['doi:10.1038/', broken],
    ['10.99999999999/x', broken],
    ['doi: 10.1038/', broken],
    ['10.1000.10/', broken],
  ],
  words: [
    ['', words],
    ['power pose', words],
    ['Kahneman 1979', words],
    ['2013', words],
    ['10.5 million people', words],
    ['10.', words],
    ['10.1038', words],
    ['10.12/x', words],
    ['and/or', words],
    ['TCP/IP', words],
    ['H2O/D2O exchange', words],
    ['2013.1234', words],
    ['1713.03762', words],
    ['978-0-306-40615-8', words],
    ['Amazon', words],
    ['compare 10.1038/nature12373 with 10.1126/science.aac4716', words],
    ['www. what is it', words],
    ['doi', words],
    ['Retraction: 10 years of data', words],
    ['power 1706.03762', words],
    ['1706.03762 power', words],
    ['1706. 03762', words],
    ['1700.03762', words],
    ['0703.0001', words],
    ['1706.0376', words],
    ['xhep-th/9901001', words],
    ['xPMC1182327', words],
    ['PMC1182327x', words],
    ['23903748x', words],
    ['x9780306406157', words],
    ['978-0-306-40615-7 y', words],
    ['1239780306406157', words],
    ['ISBN 97803064061570', words],
    ['ISBN 19780306406157', words],
    ['0-306-40615-3', words],
    ['x0000-0002-1825-0097', words],
    ['0000-0002-1825-0097x', words],
    ['10.1038/nature12373-\n10.1126/science.aac4716', words],
    ['1706.03762x', words],
    ['x!example.org/a', words],
    ['-x.example.org/a', words],
    ['a!b.example.org/x', words],
    ['ab!.example.org/x', words],
    ['https://example.org/a b', words],
    ['xwww.example.org', words],
    ['x10/gf4gqc', words],
    ['10/gf4gqc-x', words],
  ],
}

describe('pasted DOI', () => {
  for (const [what, rows] of Object.entries(areDois))
    describe(what, () => {
      test.each(rows)('pasted input: %s', (pasted, doi) => {
        expect(readPasted(pasted)).toEqual({ kind: 'doi', doi })
      })
    })
})

for (const [what, rows] of Object.entries(others))
  describe(what, () => {
    test.each(rows)('other pasted input: %s', (pasted, read) => {
      expect(readPasted(pasted)).toEqual(read)
    })
  })

describe('any pasted input', () => {
  test('input is read up to a maximum length', () => {
    expect(readPasted(nature.padStart(6_000))).toEqual({ kind: 'doi', doi: nature })
    expect(readPasted(nature.padStart(6_001))).toEqual(words)
  })

  test('at most three URLs in the input are examined', () => {
    const within = (inner: string, levels: number): string =>
      levels === 0 ? inner : `https://a.example/?url=${encodeURIComponent(within(inner, levels - 1))}`
    const paper = 'https://www.nature.com/articles/nature12373'
    expect(readPasted(within(paper, 3))).toEqual({ kind: 'doi', doi: nature })
    expect(readPasted(within(paper, 4))).toMatchObject({ kind: 'ask-openalex' })
  })

  test('reading never throws, and every reported DOI is valid', () => {
    const anything = fc.oneof(
      fc.string({ unit: anyLetter }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      dois,
      fc.tuple(fc.webUrl(), dois).map(([url, doi]) => `${url}/${doi}`),
    )
    fc.assert(
      fc.property(anything, text => {
        const read = readPasted(text)
        if (read.kind === 'doi') expect(parseDoi(doiUrl(read.doi))).toBe(read.doi)
        if (read.kind === 'ask-openalex' && read.ask.by === 'address') expect(URL.canParse(read.ask.url)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('a DOI URL is read as its DOI, except DOIs with typographic dashes from PDFs', () => {
    fc.assert(
      fc.property(dois, doi => {
        fc.pre(!/[\u2010-\u2015\u2212\uff01-\uff5e\ufe58\ufe63]|v\d+$/.test(doi))
        expect(readPasted(doiUrl(doi))).toEqual({ kind: 'doi', doi })
      }),
      { numRuns: 2000 },
    )
  })

  test('hostile input of maximum length is handled', () => {
    const pieces = ' |-|-\n|10.|10.1/|10.1234/|a.|a-|/|://|http://|?url=|%2f|)|v1|.pdf|978'.split('|')
    for (const start of ['', '10.1234/', 'https://www.nature.com/articles/', 'https://a.b/?url=https://'])
      for (const piece of pieces) expect(readPasted((start + piece.repeat(6_000)).slice(0, 6_000))).toBeDefined()
  })
})

const corpus = new URL('../../../../../shared/data/doi-cases.tsv', import.meta.url)

describe.skipIf(!existsSync(corpus))(
  'the corpus of DOIs that people and libraries handle (../shared/data/doi-cases.tsv)',
  () => {
    const unescaped = (text: string): string =>
      text.replace(/\\([ntr\\])/g, (_, letter) => ({ n: '\n', t: '\t', r: '\r' })[letter as string] ?? '\\')
    const rows = (existsSync(corpus) ? readFileSync(corpus, 'utf8') : '')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => {
        const [input = '', expected = '', kind = ''] = line.split('\t')
        return { input: unescaped(input), expected: unescaped(expected), kind }
      })

    test('registered DOIs are read as themselves', () => {
      for (const { input, kind } of rows) {
        if (!kind.startsWith('identity')) continue
        expect(readPasted(input)).toEqual({ kind: 'doi', doi: input })
      }
    })

    test('DOI field contents from real authors give one or several DOIs, and a truncated one counts as words', () => {
      const typed = rows.filter(({ kind }) => kind === 'raw author-typed field')
      const lost = typed.filter(({ input }) => readPasted(input).kind !== 'doi' && findDois(input).length < 2)
      expect(lost.map(({ input }) => input)).toEqual(['10.1063/'])
    })
  },
)
