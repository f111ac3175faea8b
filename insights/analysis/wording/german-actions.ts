import type { ScoreKey } from '../../wire.ts';
import type { Advice } from './advice.ts';

/** What to do for each score component. */
export const GERMAN_ACTIONS: Partial<Record<ScoreKey, Advice>> = {
  technical: [
    'Technische Fehler beheben',
    'Arbeiten Sie ab, was der Scan an Fehlern gefunden hat, die meistbesuchten Seiten zuerst.',
  ],
  technical_seo: [
    'Technische SEO-Fehler beheben',
    'Beheben Sie Fehler beim Abruf, kaputte Links, fehlende Titel und doppelte Seiten, die meistbesuchten Seiten zuerst.',
  ],
  page_speed: [
    'Seiten schneller machen',
    'Verkleinern Sie Bilder, laden Sie Skripte nach, die der erste Blick nicht braucht, und speichern Sie statische Dateien zwischen.',
  ],
  mobile: [
    'Die Website für Telefone herrichten',
    'Prüfen Sie Schaltflächen, Schriftgrößen und Aufbau der meistbesuchten Seiten auf einem kleinen Bildschirm.',
  ],
  structured_data: [
    'Das Unternehmen in strukturierten Daten beschreiben',
    'Zeichnen Sie Organisation, Leistungen und häufige Fragen aus, damit Suchmaschinen und Assistenten sie zitieren können.',
  ],
  content: [
    'Lücken in den Inhalten schließen',
    'Sammeln Sie die häufigsten Fragen Ihrer Kundschaft, und geben Sie jeder, die noch keine Seite hat, eine eigene.',
  ],
  content_quality: [
    'Die schwächsten Seiten vertiefen',
    'Schreiben Sie dünne Seiten neu, sodass jede eine Frage Ihrer Kundschaft ganz beantwortet.',
  ],
  freshness: [
    'Veraltete Seiten erneuern',
    'Überarbeiten Sie die Seiten, die Besuche verloren haben, mit aktuellen Angaben, Preisen und Fotos.',
  ],
  listings: [
    'Verzeichniseinträge vervollständigen',
    'Übernehmen Sie jeden Eintrag, und ergänzen Sie Öffnungszeiten, Leistungen und Fotos.',
  ],
  local_listings: [
    'Verzeichniseinträge berichtigen',
    'Verwenden Sie in jedem Verzeichnis denselben Namen, dieselbe Adresse und dieselbe Telefonnummer.',
  ],
  citations: [
    'Nennungen gewinnen',
    'Lassen Sie das Unternehmen in Verzeichnissen und örtlichen Quellen der Branche nennen.',
  ],
  reputation: [
    'Den Ruf pflegen',
    'Bitten Sie um Rückmeldungen, antworten Sie darauf, und beheben Sie, was mehr als einmal genannt wird.',
  ],
  reviews: [
    'Um Bewertungen bitten und sie beantworten',
    'Bitten Sie bald nach dem Besuch um eine Bewertung, und beantworten Sie jede, die kritischen zuerst.',
  ],
  authority: [
    'Eine Quelle werden, die andere nennen',
    'Veröffentlichen Sie, was nur Sie wissen können, und bieten Sie es Partnern, Verbänden und der Presse an.',
  ],
  backlinks: [
    'Links von angesehenen Websites gewinnen',
    'Bieten Sie Partnern, Verbänden und der örtlichen Presse etwas an, auf das sich zu verweisen lohnt.',
  ],
  brand_mentions: ['Öfter genannt werden', 'Wirken Sie an Interviews, Podcasts und Veranstaltungen der Branche mit.'],
  social: [
    'Regelmäßig dort posten, wo Ihre Kundschaft ist',
    'Wählen Sie die Netzwerke, in denen geantwortet wird, und posten Sie dort lieber jede Woche als überall jeden Tag.',
  ],
  engagement: [
    'Besuchern einen Grund zum Bleiben geben',
    'Stellen Sie die gesuchte Antwort an den Anfang jeder Seite, und darunter einen klaren nächsten Schritt.',
  ],
  discovery: [
    'Dort gefunden werden, wo Menschen jetzt fragen',
    'Beantworten Sie die Suchanfragen und die Fragen an Assistenten mit Seiten, die direkt darauf eingehen.',
  ],
  ai_visibility: [
    'Für KI-Assistenten zitierbar werden',
    'Veröffentlichen Sie kurze, sachliche Antworten auf die Fragen, die Menschen Assistenten stellen.',
  ],
  accessibility: [
    'Die Website barrierefrei machen',
    'Verbessern Sie Kontraste, Alternativtexte und die Bedienung mit der Tastatur, damit alle die Website benutzen können.',
  ],
  security: [
    'Sicherheitslücken schließen',
    'Liefern Sie alles über HTTPS aus, mit aktuellen Kopfzeilen und aktueller Software.',
  ],
};
