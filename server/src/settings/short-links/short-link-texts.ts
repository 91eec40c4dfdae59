import type { Locale } from '@lintel/contract/settings/locales'

/** Texts of the page of a short link that does not exist. */
interface ShortLinkTexts {
  notFound: string
  leadsNowhere: string
  toLintel: string
}

export const shortLinkTexts: Record<Locale, ShortLinkTexts> = {
  en: { notFound: 'Not found', leadsNowhere: 'This link leads nowhere', toLintel: 'Go to Lintel' },
  de: { notFound: 'Nicht gefunden', leadsNowhere: 'Dieser Link führt ins Leere', toLintel: 'Zu Lintel' },
  es: { notFound: 'No encontrado', leadsNowhere: 'Este enlace no lleva a ninguna parte', toLintel: 'Ir a Lintel' },
  fr: { notFound: 'Introuvable', leadsNowhere: 'Ce lien ne mène nulle part', toLintel: 'Accéder à Lintel' },
  ja: { notFound: '見つかりません', leadsNowhere: 'このリンクの先には何もありません', toLintel: 'Lintel へ移動' },
  nb: { notFound: 'Ikke funnet', leadsNowhere: 'Denne lenken fører ingen steder', toLintel: 'Gå til Lintel' },
  pl: { notFound: 'Nie znaleziono', leadsNowhere: 'Ten link prowadzi donikąd', toLintel: 'Przejdź do Lintel' },
  sv: { notFound: 'Hittades inte', leadsNowhere: 'Den här länken leder ingenstans', toLintel: 'Gå till Lintel' },
  zh: { notFound: '未找到', leadsNowhere: '此链接没有指向任何内容', toLintel: '前往 Lintel' },
}
