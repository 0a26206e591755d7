// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

// The functions that are called, of Stargate V2 and of LayerZero's endpoint. Accounts of other networks are left-padded
// to 32 bytes. Source: npm @stargatefinance/stg-evm-v2 2.0.6 and @layerzerolabs/lz-evm-protocol-v2 3.0.168.

struct SendParam {
    uint32 dstEid;
    bytes32 to;
    /// Both in units of the token here.
    uint256 amountLD;
    uint256 minAmountLD;
    bytes extraOptions;
    bytes composeMsg;
    /// Empty: a message of its own, at once.
    bytes oftCmd;
}

struct MessagingFee {
    uint256 nativeFee;
    uint256 lzTokenFee;
}

struct MessagingReceipt {
    bytes32 guid;
    uint64 nonce;
    MessagingFee fee;
}

struct Receipt {
    uint256 amountSentLD;
    uint256 amountReceivedLD;
}

struct Ticket {
    uint72 ticketId;
    bytes passengerBytes;
}

/// @notice A pool, or a token's contract where Stargate mints it.
interface IStargate {
    /// @param refundAddress gets what is left of the value after the message's fee
    function sendToken(SendParam calldata param, MessagingFee calldata fee, address refundAddress)
        external
        payable
        returns (MessagingReceipt memory message, Receipt memory receipt, Ticket memory ticket);

    function quoteSend(SendParam calldata param, bool payInLzToken) external view returns (MessagingFee memory fee);

    function token() external view returns (address);

    function endpoint() external view returns (address);
}

/// @notice What passes Stargate's messages on, and knows its pools.
interface ITokenMessaging {
    /// @return the zero address for an asset that is not there
    function stargateImpls(uint16 assetId) external view returns (address);

    /// @return 0 for a contract that is no pool
    function assetIds(address stargateImpl) external view returns (uint16);
}
