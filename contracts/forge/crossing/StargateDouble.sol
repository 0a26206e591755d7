// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

// Stand-ins for Stargate V2 and LayerZero, written from their interfaces. Their licences keep the originals out of this
// repository; `npm run test:crossing` runs the same crossings with the originals, installed apart.

interface IComposer {
    function lzCompose(address from, bytes32 guid, bytes calldata message, address executor, bytes calldata extra)
        external
        payable;
}

/// @notice Keeps what is to be composed; anyone may execute it, once.
contract EndpointDouble {
    mapping(bytes32 id => bytes32 hash) public queue;

    function sendCompose(address to, bytes32 guid, bytes calldata message) external {
        queue[keccak256(abi.encode(msg.sender, to, guid))] = keccak256(message);
    }

    function lzCompose(address from, address to, bytes32 guid, bytes calldata message) external payable {
        bytes32 id = keccak256(abi.encode(from, to, guid));
        require(queue[id] == keccak256(message), "LZ_ComposeNotFound");
        queue[id] = bytes32(uint256(1));
        IComposer(to).lzCompose{value: msg.value}(from, guid, message, msg.sender, "");
    }
}

contract MessagingDouble {
    mapping(uint16 id => address) public stargateImpls;
    mapping(address => uint16) public assetIds;

    function set(uint16 id, address pool) external {
        (stargateImpls[id], assetIds[pool]) = (pool, id);
    }
}

/// @notice Takes a basis point of what is sent, and what messages cost.
contract PoolDouble {
    struct SendParam {
        uint32 dstEid;
        bytes32 to;
        uint256 amountLD;
        uint256 minAmountLD;
        bytes extraOptions;
        bytes composeMsg;
        bytes oftCmd;
    }

    struct Fee {
        uint256 nativeFee;
        uint256 lzTokenFee;
    }

    struct MessagingReceipt {
        bytes32 guid;
        uint64 nonce;
        Fee fee;
    }

    struct Receipt {
        uint256 amountSentLD;
        uint256 amountReceivedLD;
    }

    struct Ticket {
        uint72 ticketId;
        bytes passengerBytes;
    }

    uint256 public constant MESSAGE_FEE = 5;

    address public immutable token;
    address public immutable endpoint;
    uint256 private immutable UNIT;
    SendParam private last;
    uint64 private sent;

    constructor(address token_, EndpointDouble endpoint_, uint256 unit) {
        (token, endpoint, UNIT) = (token_, address(endpoint_), unit);
    }

    function lastParam() external view returns (SendParam memory) {
        return last;
    }

    function sendToken(SendParam calldata param, Fee calldata fee, address refundAddress)
        external
        payable
        returns (MessagingReceipt memory message, Receipt memory receipt, Ticket memory)
    {
        require(fee.nativeFee == msg.value && fee.lzTokenFee == 0 && param.oftCmd.length == 0, "not a taxi");
        last = param;
        receipt.amountSentLD = param.amountLD / UNIT * UNIT;
        receipt.amountReceivedLD = receipt.amountSentLD * 9999 / 10000 / UNIT * UNIT;
        require(receipt.amountReceivedLD / UNIT >= param.minAmountLD / UNIT, "Stargate_SlippageTooHigh");
        PlainToken(token).transferFrom(msg.sender, address(this), receipt.amountSentLD);
        (bool ok,) = refundAddress.call{value: msg.value - MESSAGE_FEE}("");
        require(ok, "was not paid back");
        message = MessagingReceipt(bytes32(uint256(++sent)), sent, fee);
    }

    function quoteSend(SendParam calldata param, bool payInLzToken) external view returns (Fee memory) {
        require(!payInLzToken && param.amountLD >= UNIT, "Stargate_InvalidAmount");
        return Fee(param.dstEid + param.extraOptions.length + param.composeMsg.length, 0);
    }

    /// @notice Pays as the other network's message says.
    function pay(address to, bytes32 guid, uint256 amount, bytes calldata words) external returns (bytes memory message) {
        PlainToken(token).transfer(to, amount);
        message = abi.encodePacked(uint64(1), uint32(30184), amount, bytes32(uint256(0x5e4de4)), words);
        EndpointDouble(endpoint).sendCompose(to, guid, message);
    }
}
