// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {ICrossing} from "./ICrossing.sol";

/// @notice A stand-in for Across's SpokePool, written from its interface: takes deposits, lets anyone fill anything with
/// tokens of their own, pays a deposit back when it is late. Its licence keeps the original out of this repository;
/// `npm run test:crossing` runs the same crossings with the original, installed apart.
contract SpokeDouble {
    uint256 private constant BUFFER = 6 hours;
    /// deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)
    bytes4 private constant DEPOSIT = 0xad5425c6;

    /// The static words of the last deposit, and its message.
    bytes32[12] public words;
    bytes public message;
    /// What a deposit takes of each million, for dishonest ones.
    uint256 private takesPpm = 1e6;
    /// What a deposit has to bring in native currency, for a bridge that sends messages.
    uint256 private asks;

    function setAsks(uint256 value) external {
        asks = value;
    }

    function setTakes(uint256 ppm) external {
        takesPpm = ppm;
    }

    /// Read word by word: twelve parameters are more than the stack holds.
    fallback() external payable {
        require(msg.sig == DEPOSIT, "no such function");
        words = abi.decode(msg.data[4:], (bytes32[12]));
        uint256 at = 4 + uint256(words[11]);
        uint256 length = uint256(bytes32(msg.data[at:at + 32]));
        message = msg.data[at + 32:at + 32 + length];
        require(uint256(words[8]) <= block.timestamp && uint256(words[8]) + BUFFER >= block.timestamp, "quote time");
        uint256 deadline = uint256(words[9]);
        require(deadline >= block.timestamp && deadline <= block.timestamp + BUFFER, "fill deadline");
        PlainToken(_address(2)).transferFrom(msg.sender, address(this), uint256(words[4]) * takesPpm / 1e6);
        require(msg.value == 0 || asks != 0, "no value with tokens"); // as the original
        if (asks == 0) return;
        (bool ok,) = _address(0).call{value: msg.value - asks}("");
        require(ok, "was not paid back");
    }

    /// @notice As the other network's pool fills the last deposit: the caller pays.
    function fillLast() external {
        require(block.timestamp <= uint256(words[9]), "late");
        fill(_address(3), _address(1), uint256(words[5]), message);
    }

    /// @notice Pays the last deposit back to its depositor.
    function refundLast() external {
        require(block.timestamp > uint256(words[9]), "not yet late");
        PlainToken(_address(2)).transfer(_address(0), uint256(words[4]));
    }

    /// @notice Fills a deposit that nobody may have made, in the caller's words: the original allows that too.
    function fill(address token, address recipient, uint256 amount, bytes memory message_) public {
        PlainToken(token).transferFrom(msg.sender, recipient, amount);
        if (message_.length != 0 && recipient.code.length != 0) {
            ICrossing(recipient).handleV3AcrossMessage(token, amount, msg.sender, message_);
        }
    }

    function _address(uint256 at) private view returns (address) {
        return address(uint160(uint256(words[at])));
    }
}
