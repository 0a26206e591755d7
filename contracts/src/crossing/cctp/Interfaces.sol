// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

// The functions that are called, of Circle's CCTP V2 and of the payment's receiver. Accounts of other networks are
// left-padded to 32 bytes.

interface ITokenMessenger {
    function depositForBurnWithHook(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold,
        bytes calldata hookData
    ) external;

    function localMinter() external view returns (address);
}

interface ITokenMinter {
    /// @param key keccak-256 of the source's domain (4 bytes) and its token (32 bytes)
    function remoteTokensToLocalTokens(bytes32 key) external view returns (address);
}

interface IMessageTransmitter {
    /// @return true, or it reverts
    function receiveMessage(bytes calldata message, bytes calldata attestation) external returns (bool);
}

interface IPaymentReceiver {
    function handleV3AcrossMessage(address token, uint256 amount, address relayer, bytes calldata message) external;
}
