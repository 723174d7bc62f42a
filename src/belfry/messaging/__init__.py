"""The only way a message is sent: once, within the send policy, and audited."""
