// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../../lib/Token.sol";
import {WrongAsset, WrongNetwork, WrongSender} from "../CrossingErrors.sol";
import {IPaymentReceiver} from "../cctp/Interfaces.sol";
import {IStargate, ITokenMessaging, MessagingFee, MessagingReceipt, Receipt, SendParam} from "./Interfaces.sol";

/// @title Swapline Stargate Bridge
/// @notice Stargate V2 as a bridge of `Crossing`. Stargate pays in one transaction and calls in another: this contract
/// takes deposits as Across's SpokePool does and sends them; on the other network it is paid, and passes that on when
/// LayerZero's endpoint calls, as `Crossing` needs it. No owner, no upgrade; it holds what was paid and not passed on.
/// @dev Both networks' contracts have one address. Whom a payment is for stands in its message, which the endpoint keeps
/// until it was passed on: anyone may execute it, nobody but its receiver can be paid, and a failed call changes nothing.
contract StargateBridge {
    /// Stargate's numbers of the assets that are sent.
    uint16 private constant USDC = 1;
    uint16 private constant USDT = 2;
    /// Where the fields of a composed message begin: the amount paid; after the sender, what the sender wrote.
    uint256 private constant PAID = 12;
    uint256 private constant WORDS = 76;
    /// Where a message for `Crossing` has the gas of its swap: after the five words of the delivery.
    uint256 private constant GAS = 160;
    /// What passing on takes besides that swap.
    uint256 private constant PASSING_GAS = 150_000;

    /// @notice A deposit was sent: all that is needed to find its payment.
    /// @param guid LayerZero's number of the message
    /// @param amount sent, units of `asset`
    /// @param received what is paid, in units of `asset` here
    /// @param receiver whom the payment is for
    /// @param message what `receiver` is called with; if empty, Stargate pays it itself
    event Sent(
        bytes32 indexed guid,
        uint256 toNetwork,
        uint256 time,
        address asset,
        uint256 amount,
        uint256 received,
        address receiver,
        bytes message
    );
    /// @notice A payment was passed on to its receiver.
    event Passed(bytes32 indexed guid, uint256 amount);

    /// @notice Sends `amount` of `asset`, an allowance of the caller, to `receiver` on the other network. The parameters
    /// are those of Across's SpokePool; the others have no meaning here. The value pays for the message.
    /// @param refundTo gets what is left of the value, and what of `amount` is less than Stargate's smallest unit
    /// @param paid the least that is paid there, units of the asset there
    /// @param message what `receiver` is called with; if empty, `receiver` is paid by Stargate itself
    function deposit(
        bytes32 refundTo,
        bytes32 receiver,
        bytes32 asset,
        bytes32,
        uint256 amount,
        uint256 paid,
        uint256 toNetwork,
        bytes32,
        uint32,
        uint32,
        uint32,
        bytes calldata message
    ) external payable {
        _send(
            Deposit(_account(refundTo), _account(receiver), _account(asset), amount, _least(paid, toNetwork), toNetwork),
            message
        );
    }

    /// @notice What the message of a deposit would cost now, wei.
    /// @param amount units of `asset`; at least Stargate's smallest unit
    function quoteMessage(address asset, uint256 amount, uint256 toNetwork, address receiver, bytes calldata message)
        external
        view
        returns (uint256)
    {
        Deposit memory one = Deposit(address(0), receiver, asset, amount, 0, toNetwork);
        return IStargate(poolOf(asset)).quoteSend(_param(one, message), false).nativeFee;
    }

    /// @notice What LayerZero's endpoint calls after Stargate has paid this contract, by anyone who executes the message.
    /// @param pool which paid
    /// @param composed as Stargate wrote it around the words of the deposit
    function lzCompose(address pool, bytes32 guid, bytes calldata composed, address, bytes calldata) external {
        if (_messaging().assetIds(pool) == 0 || msg.sender != IStargate(pool).endpoint()) {
            revert WrongSender(msg.sender);
        }
        address token = IStargate(pool).token();
        uint256 amount = uint256(bytes32(composed[PAID:PAID + 32]));
        (address receiver, bytes memory message) = abi.decode(composed[WORDS:], (address, bytes));
        emit Passed(guid, amount);
        Token.transfer(token, receiver, amount);
        if (receiver.code.length != 0) {
            IPaymentReceiver(receiver).handleV3AcrossMessage(token, amount, msg.sender, message);
        }
    }

    /// @return pool Stargate's of `asset` on this network, as Stargate itself says
    function poolOf(address asset) public view returns (address pool) {
        ITokenMessaging messaging = _messaging();
        for (uint16 id = USDC; id <= USDT; id++) {
            pool = messaging.stargateImpls(id);
            if (pool != address(0) && IStargate(pool).token() == asset) return pool;
        }
        revert WrongAsset(asset);
    }

    struct Deposit {
        address refundTo;
        address receiver;
        address asset;
        uint256 amount;
        /// Units of `asset`.
        uint256 least;
        uint256 toNetwork;
    }

    function _send(Deposit memory one, bytes calldata message) private {
        address asset = one.asset;
        address pool = poolOf(asset);
        Token.transferFrom(asset, msg.sender, address(this), one.amount);
        Token.approve(asset, pool, one.amount);
        (MessagingReceipt memory sent, Receipt memory receipt,) = IStargate(pool).sendToken{value: msg.value}(
            _param(one, message), MessagingFee(msg.value, 0), one.refundTo
        );
        Token.approve(asset, pool, 0);
        uint256 left = one.amount - receipt.amountSentLD;
        if (left != 0) Token.transfer(asset, one.refundTo, left);
        emit Sent(
            sent.guid,
            one.toNetwork,
            block.timestamp,
            asset,
            receipt.amountSentLD,
            receipt.amountReceivedLD,
            one.receiver,
            message
        );
    }

    /// @dev A message for a contract goes to this one there, which is called once it was paid.
    function _param(Deposit memory one, bytes calldata message) private view returns (SendParam memory param) {
        (param.dstEid,) = _layerZero(one.toNetwork);
        param.to = bytes32(uint256(uint160(one.receiver)));
        param.amountLD = one.amount;
        param.minAmountLD = one.least;
        if (message.length == 0) return param;
        uint256 gas = uint256(bytes32(message[GAS:GAS + 32]));
        param.to = bytes32(uint256(uint160(address(this))));
        param.composeMsg = abi.encode(one.receiver, message);
        // LayerZero's options: version 3; for the executor, 19 bytes, the gas of the first call after the payment. Of it
        // two calls in turn keep a 64th each.
        param.extraOptions = abi.encodePacked(
            uint16(3), uint8(1), uint16(19), uint8(3), uint16(0), uint128(gas + gas / 16 + PASSING_GAS)
        );
    }

    /// @return units of the token here that stand for `paid` units there, rounded up to what a message can say
    function _least(uint256 paid, uint256 toNetwork) private view returns (uint256) {
        uint256 unitThere = _unit(toNetwork);
        return (paid + unitThere - 1) / unitThere * _unit(block.chainid);
    }

    /// @return units of a token in the smallest that a message can say, a millionth: BNB Smart Chain's tokens have 18
    /// decimals, all others six
    function _unit(uint256 network) private pure returns (uint256) {
        return network == 56 ? 1e12 : 1;
    }

    function _messaging() private view returns (ITokenMessaging messaging) {
        (, address at) = _layerZero(block.chainid);
        return ITokenMessaging(at);
    }

    function _account(bytes32 word) private pure returns (address) {
        return address(uint160(uint256(word)));
    }

    /// @param network EIP-155 chain id
    /// @return eid LayerZero's number of it
    /// @return messaging Stargate's TokenMessaging there
    function _layerZero(uint256 network) private pure returns (uint32 eid, address messaging) {
        if (network == 1) return (30101, 0x6d6620eFa72948C5f68A3C8646d58C00d3f4A980);
        if (network == 137) return (30109, 0x6CE9bf8CDaB780416AD1fd87b318A077D2f50EaC);
        if (network == 56) return (30102, 0x6E3d884C96d640526F273C61dfcF08915eBd7e2B);
        if (network == 42161) return (30110, 0x19cFCE47eD54a88614648DC3f19A5980097007dD);
        if (network == 10) return (30111, 0xF1fCb4CBd57B67d683972A59B6a7b1e2E8Bf27E6);
        if (network == 8453) return (30184, 0x5634c4a5FEd09819E3c46D86A965Dd9447d86e47);
        if (network == 43114) return (30106, 0x17E450Be3Ba9557F2378E20d64AD417E59Ef9A34);
        if (network == 534352) return (30214, 0x4e422B0aCb2Bd7e3aC70B5c0E5eb806e86a94038);
        if (network == 146) return (30332, 0x2086f755A6d9254045C257ea3d382ef854849B0f);
        if (network == 80094) return (30362, 0xAf5191B0De278C7286d6C7CC6ab6BB8A73bA2Cd6);
        if (network == 57073) return (30339, 0x45f1A95A4D3f3836523F5c83673c797f4d4d263B);
        if (network == 167000) return (30290, 0x45d417612e177672958dC0537C45a8f8d754Ac2E);
        if (network == 1088) return (30151, 0xcbE78230CcA58b9EF4c3c5D1bC0D7E4b3206588a);
        if (network == 40) return (30199, 0x88853D410299BCBfE5fCC9Eef93c03115E908279);
        revert WrongNetwork(network);
    }
}
