// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice The functions of USDC that CCTP uses.
interface IMintable {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function mint(address to, uint256 amount) external returns (bool);
    function burn(uint256 amount) external;
}

/// @notice Stands in for CCTP V2's TokenMessengerV2 and its TokenMinterV2, written from their interface: no package has
/// Circle's code. What it sends equals recorded messages of Circle's own contracts byte for byte.
/// @dev Its state is in storage, set by calls, so that its code can be put at any address.
contract CctpMessengerDouble {
    uint32 private constant BODY_VERSION = 1;
    uint256 private constant FIXED = 228;
    uint32 private constant LEAST_FINALITY = 500;

    CctpTransmitterDouble public localMessageTransmitter;
    address public feeRecipient;
    mapping(uint32 domain => bytes32) public remoteTokenMessengers;
    mapping(bytes32 key => address) public remoteTokensToLocalTokens;
    mapping(address token => uint256) public burnLimitsPerMessage;

    event DepositForBurn(
        address indexed burnToken,
        uint256 amount,
        address indexed depositor,
        bytes32 mintRecipient,
        uint32 destinationDomain,
        bytes32 destinationTokenMessenger,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 indexed minFinalityThreshold,
        bytes hookData
    );
    event MintAndWithdraw(
        address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected
    );

    function configure(CctpTransmitterDouble transmitter, address feeRecipient_, address token, uint256 limit) external {
        require(address(localMessageTransmitter) == address(0), "configured");
        (localMessageTransmitter, feeRecipient) = (transmitter, feeRecipient_);
        burnLimitsPerMessage[token] = limit;
    }

    /// @param token of `domain`, for which `local` is minted here
    function link(uint32 domain, bytes32 messenger, bytes32 token, address local) external {
        require(remoteTokenMessengers[domain] == 0, "linked");
        remoteTokenMessengers[domain] = messenger;
        remoteTokensToLocalTokens[keccak256(abi.encodePacked(domain, token))] = local;
    }

    /// Burns and mints by itself.
    function localMinter() external view returns (address) {
        return address(this);
    }

    function depositForBurn(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold
    ) external {
        _burn(
            amount,
            destinationDomain,
            mintRecipient,
            burnToken,
            destinationCaller,
            maxFee,
            minFinalityThreshold,
            msg.data[:0]
        );
    }

    function depositForBurnWithHook(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold,
        bytes calldata hookData
    ) external {
        require(hookData.length != 0, "Hook data is empty");
        _burn(
            amount,
            destinationDomain,
            mintRecipient,
            burnToken,
            destinationCaller,
            maxFee,
            minFinalityThreshold,
            hookData
        );
    }

    function handleReceiveFinalizedMessage(uint32 domain, bytes32 sender, uint32, bytes calldata body)
        external
        returns (bool)
    {
        _mint(domain, sender, body, 0);
        return true;
    }

    function handleReceiveUnfinalizedMessage(uint32 domain, bytes32 sender, uint32 finality, bytes calldata body)
        external
        returns (bool)
    {
        require(finality >= LEAST_FINALITY, "Unsupported finality threshold");
        uint256 fee = uint256(bytes32(body[164:196]));
        uint256 expiration = uint256(bytes32(body[196:228]));
        require(expiration == 0 || expiration > block.number, "Message expired and must be re-signed");
        require(fee == 0 || fee < uint256(bytes32(body[68:100])), "Fee equals or exceeds amount");
        require(fee <= uint256(bytes32(body[132:164])), "Fee exceeds max fee");
        _mint(domain, sender, body, fee);
        return true;
    }

    function _mint(uint32 domain, bytes32 sender, bytes calldata body, uint256 fee) private {
        require(msg.sender == address(localMessageTransmitter), "Invalid message transmitter");
        require(sender != 0 && remoteTokenMessengers[domain] == sender, "Remote TokenMessenger unsupported");
        require(body.length >= FIXED && uint32(bytes4(body[0:4])) == BODY_VERSION, "Invalid message body version");
        address token = remoteTokensToLocalTokens[keccak256(abi.encodePacked(domain, bytes32(body[4:36])))];
        require(token != address(0), "Mint token not supported");
        address to = address(uint160(uint256(bytes32(body[36:68]))));
        uint256 amount = uint256(bytes32(body[68:100])) - fee;
        IMintable(token).mint(to, amount);
        if (fee != 0) IMintable(token).mint(feeRecipient, fee);
        emit MintAndWithdraw(to, amount, token, fee);
    }

    function _burn(
        uint256 amount,
        uint32 domain,
        bytes32 mintRecipient,
        address token,
        bytes32 caller,
        uint256 maxFee,
        uint32 finality,
        bytes calldata hook
    ) private {
        require(amount != 0, "Amount must be nonzero");
        require(mintRecipient != 0, "Mint recipient must be nonzero");
        require(maxFee < amount, "Max fee must be less than amount");
        require(remoteTokenMessengers[domain] != 0, "No TokenMessenger for domain");
        require(burnLimitsPerMessage[token] != 0, "Burn token not supported");
        require(amount <= burnLimitsPerMessage[token], "Burn amount exceeds per tx limit");
        require(IMintable(token).transferFrom(msg.sender, address(this), amount), "Transfer operation failed");
        IMintable(token).burn(amount);
        bytes memory body = abi.encodePacked(
            abi.encodePacked(BODY_VERSION, bytes32(uint256(uint160(token))), mintRecipient, amount),
            bytes32(uint256(uint160(msg.sender))),
            maxFee,
            bytes32(0), // the fee taken
            bytes32(0), // the last block
            hook
        );
        bytes32 messenger = remoteTokenMessengers[domain];
        localMessageTransmitter.sendMessage(domain, messenger, caller, finality, body);
        emit DepositForBurn(
            token, amount, msg.sender, mintRecipient, domain, messenger, caller, maxFee, finality, hook
        );
    }
}

interface IMessageHandler {
    function handleReceiveFinalizedMessage(uint32 domain, bytes32 sender, uint32 finality, bytes calldata body)
        external
        returns (bool);
    function handleReceiveUnfinalizedMessage(uint32 domain, bytes32 sender, uint32 finality, bytes calldata body)
        external
        returns (bool);
}

/// @notice Stands in for CCTP V2's MessageTransmitterV2, with one attester.
contract CctpTransmitterDouble {
    uint32 private constant VERSION = 1;
    uint256 private constant MAX_BODY = 8192;
    uint32 private constant FINALIZED = 2000;

    uint32 public localDomain;
    address public attester;
    mapping(bytes32 nonce => uint256) public usedNonces;

    event MessageSent(bytes message);
    event MessageReceived(
        address indexed caller,
        uint32 sourceDomain,
        bytes32 indexed nonce,
        bytes32 sender,
        uint32 indexed finalityThresholdExecuted,
        bytes messageBody
    );

    function configure(uint32 domain, address attester_) external {
        require(attester == address(0), "configured");
        (localDomain, attester) = (domain, attester_);
    }

    function sendMessage(uint32 domain, bytes32 recipient, bytes32 caller, uint32 finality, bytes calldata body)
        external
    {
        require(domain != localDomain, "Domain is local domain");
        require(body.length <= MAX_BODY, "Message body exceeds max size");
        require(recipient != 0, "Recipient must be nonzero");
        bytes32 sender = bytes32(uint256(uint160(msg.sender)));
        emit MessageSent(
            abi.encodePacked(
                abi.encodePacked(VERSION, localDomain, domain, bytes32(0), sender, recipient),
                caller,
                finality,
                uint32(0),
                body
            )
        );
    }

    function receiveMessage(bytes calldata message, bytes calldata attestation) external returns (bool) {
        _checkAttestation(message, attestation);
        require(message.length >= 148, "Invalid message: too short");
        require(uint32(bytes4(message[8:12])) == localDomain, "Invalid destination domain");
        bytes32 caller = bytes32(message[108:140]);
        require(caller == 0 || caller == bytes32(uint256(uint160(msg.sender))), "Invalid caller for message");
        require(uint32(bytes4(message[0:4])) == VERSION, "Invalid message version");
        bytes32 nonce = bytes32(message[12:44]);
        require(usedNonces[nonce] == 0, "Nonce already used");
        usedNonces[nonce] = 1;
        _handle(message);
        emit MessageReceived(
            msg.sender,
            uint32(bytes4(message[4:8])),
            nonce,
            bytes32(message[44:76]),
            uint32(bytes4(message[144:148])),
            message[148:]
        );
        return true;
    }

    function _handle(bytes calldata message) private {
        IMessageHandler handler = IMessageHandler(address(uint160(uint256(bytes32(message[76:108])))));
        (uint32 domain, bytes32 sender) = (uint32(bytes4(message[4:8])), bytes32(message[44:76]));
        uint32 finality = uint32(bytes4(message[144:148]));
        bool handled = finality < FINALIZED
            ? handler.handleReceiveUnfinalizedMessage(domain, sender, finality, message[148:])
            : handler.handleReceiveFinalizedMessage(domain, sender, finality, message[148:]);
        require(handled, "the message was not handled");
    }

    function _checkAttestation(bytes calldata message, bytes calldata attestation) private view {
        require(attestation.length == 65, "Invalid attestation length");
        (bytes32 r, bytes32 s) = (bytes32(attestation[0:32]), bytes32(attestation[32:64]));
        address signer = ecrecover(keccak256(message), uint8(attestation[64]), r, s);
        require(signer != address(0) && signer == attester, "Invalid signature: not attester");
    }
}
