import { readTelemetrySettings, type Telemetry } from './settings.ts';

/**
 * Exports the traces and metrics of this process over OTLP, where `OTEL_EXPORTER_OTLP_ENDPOINT` says where to. The
 * returned function exports what is left, within two seconds.
 */
export async function startTelemetry(telemetry: Telemetry): Promise<() => Promise<void>> {
  const settings = readTelemetrySettings(process.env);
  if (!settings) return async () => {};
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(settings, telemetry);
}
