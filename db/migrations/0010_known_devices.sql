CREATE TABLE "known_device_failures" (
	"email" text NOT NULL,
	"device" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_device_failures_email_device_pk" PRIMARY KEY("email","device")
);
