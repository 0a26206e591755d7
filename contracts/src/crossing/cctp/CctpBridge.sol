// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../../lib/Token.sol";
import {NothingArrived, WrongNetwork} from "../CrossingErrors.sol";
import {IMessageTransmitter, IPaymentReceiver, ITokenMessenger, ITokenMinter} from "./Interfaces.sol";

/// @title Swapline CCTP Bridge
/// @notice Circle's CCTP V2 as a bridge of `Crossing`. CCTP mints first and calls nobody: this contract takes deposits as
/// Across's SpokePool does and burns them; on the other network it has the message received and passes on what was
/// minted, in one transaction, as `Crossing` needs it. No owner, no upgrade; it holds nothing between calls.
/// @dev Both networks' contracts have one address: only that address may have a message with a payment for a contract
/// received. A burn is final: nothing is refunded, and anyone may complete it at any time.
contract CctpBridge {
    /// Its CCTP, which also tells that this contract is here.
    address public constant MESSENGER = 0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d;
    address private constant TRANSMITTER = 0x81D40F21F12A8F0E3252Bccb954D722d4c464B64;
    /// Attested before the burn is final, for a fee; and afterwards.
    uint32 private constant FAST = 1000;
    uint32 private constant FINALIZED = 2000;
    /// Where the fields of a message begin: its source, the token burned there, the words for the receiver.
    uint256 private constant SOURCE = 4;
    uint256 private constant BURNED = 152;
    uint256 private constant HOOK = 376;

    /// How many deposits were made here.
    uint256 private deposits;

    /// @notice Burns `amount` of `asset`, an allowance of the caller, for `receiver` on the other network. The parameters
    /// are those of Across's SpokePool; the others have no meaning here.
    /// @param paid the least that is minted, units of `asset`: the rest is the most that CCTP may keep. If that is
    /// nothing, the burn is attested when it is final
    /// @param message what `receiver` is called with; if empty, `receiver` is paid by CCTP itself
    /// @dev The hook also says when it was burned: no older payment can be this one's. A number makes every
    /// message another one, as CCTP's own nonce is not known here.
    function deposit(
        bytes32,
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
    ) external {
        address token = address(uint160(uint256(asset)));
        uint32 domain = _domain(toNetwork);
        uint256 fee = amount - paid;
        uint32 finality = fee == 0 ? FINALIZED : FAST;
        Token.transferFrom(token, msg.sender, address(this), amount);
        Token.approve(token, MESSENGER, amount);
        bytes32 here = bytes32(uint256(uint160(address(this))));
        bool direct = message.length == 0;
        ITokenMessenger(MESSENGER)
            .depositForBurnWithHook(
                amount,
                domain,
                direct ? receiver : here,
                token,
                direct ? bytes32(0) : here,
                fee,
                finality,
                abi.encode(block.timestamp, ++deposits, receiver, message)
            );
    }

    /// @notice Has a message received and passes on what it mints to the receiver that it names. Anyone may call it.
    /// @param message of a deposit with a message, as attested
    /// @param attestation Circle's signatures of it
    /// @return paid units of the token minted
    function complete(bytes calldata message, bytes calldata attestation) external returns (uint256 paid) {
        address token = _minted(message);
        uint256 before = Token.balanceOf(token, address(this));
        IMessageTransmitter(TRANSMITTER).receiveMessage(message, attestation);
        paid = Token.balanceOf(token, address(this)) - before;
        if (paid == 0) revert NothingArrived(0, 0);
        (,, address receiver, bytes memory words) =
            abi.decode(message[HOOK:], (uint256, uint256, address, bytes));
        Token.transfer(token, receiver, paid);
        if (receiver.code.length != 0) {
            IPaymentReceiver(receiver).handleV3AcrossMessage(token, paid, msg.sender, words);
        }
    }

    /// @dev By CCTP's own words, not by the depositor's: a token told wrongly would stay here.
    function _minted(bytes calldata message) private view returns (address token) {
        bytes32 key = keccak256(bytes.concat(message[SOURCE:SOURCE + 4], message[BURNED:BURNED + 32]));
        return ITokenMinter(ITokenMessenger(MESSENGER).localMinter()).remoteTokensToLocalTokens(key);
    }

    /// @param network EIP-155 chain id
    /// @return domain CCTP's number of it. Source: npm @circle-fin/bridge-kit 1.15.1.
    function _domain(uint256 network) private pure returns (uint32 domain) {
        if (network == 1) return 0;
        if (network == 43114) return 1;
        if (network == 10) return 2;
        if (network == 42161) return 3;
        if (network == 8453) return 6;
        if (network == 137) return 7;
        if (network == 130) return 10;
        if (network == 59144) return 11;
        if (network == 146) return 13;
        if (network == 143) return 15;
        if (network == 999) return 19;
        if (network == 57073) return 21;
        if (network == 2818) return 30;
        if (network == 1672) return 31;
        if (network == 9745) return 33;
        revert WrongNetwork(network);
    }
}
